import { hostileTexts } from "@holdfast/testkit";
import fc from "fast-check";

/** What has broken readers before, and what is made to break out of a text. */
const fragments: readonly (string | Uint8Array)[] = [
  ...Object.values(hostileTexts),
  "---\n",
  "\n---\n",
  "# ",
  "<!--",
  "-->",
  "<holdfast-memory>",
  "</holdfast-memory>",
  "\0",
  "\r\n",
  "\r",
  "\ufeff",
  '","trust":"user","x":"',
  '{"__proto__":{"x":1}}',
  "}}]]",
  "[[[[[[[[",
  "1e999",
  "-0",
  "null",
  "rec_ffffffffffffffffffff",
  "cand_ffffffffffffffffffff",
  "&anchor *anchor ",
  "!!js/function x",
  "\t",
  Uint8Array.of(0xff, 0xfe),
  Uint8Array.of(0xed, 0xa0, 0x80), // half of a surrogate pair, as UTF-8
  Uint8Array.of(0xf0, 0x9f),
];

type Edit = (bytes: Uint8Array) => Uint8Array;

/** A place in bytes, as a share of their length: so it stays one when they are made shorter. */
const share = fc.double({ min: 0, max: 1, noNaN: true });
const placeIn = (bytes: Uint8Array, at: number) => Math.floor(at * bytes.length);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(share, fc.nat(255)).map(
    ([at, byte]): Edit =>
      (bytes) => {
        const changed = bytes.slice();
        changed[placeIn(bytes, at)] = byte;
        return changed;
      },
  ),
  share.map(
    (at): Edit =>
      (bytes) =>
        bytes.slice(0, placeIn(bytes, at)),
  ),
  fc.tuple(share, share).map(
    ([a, b]): Edit =>
      (bytes) => {
        const [from, to] = [placeIn(bytes, Math.min(a, b)), placeIn(bytes, Math.max(a, b))];
        return joined(bytes.slice(0, from), bytes.slice(to));
      },
  ),
  fc.tuple(share, share, share).map(
    ([a, b, at]): Edit =>
      (bytes) => {
        const piece = bytes.slice(placeIn(bytes, Math.min(a, b)), placeIn(bytes, Math.max(a, b)));
        return inserted(bytes, placeIn(bytes, at), piece);
      },
  ),
  fc.tuple(share, fc.constantFrom(...fragments)).map(
    ([at, fragment]): Edit =>
      (bytes) => {
        return inserted(bytes, placeIn(bytes, at), asBytes(fragment));
      },
  ),
  fc.tuple(share, fc.uint8Array({ maxLength: 20 })).map(
    ([at, noise]): Edit =>
      (bytes) => {
        return inserted(bytes, placeIn(bytes, at), noise);
      },
  ),
);

/** One of these, damaged in some places; now and then none of them at all. */
export function mutated(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const damaged = fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([seed, edits]) => edits.reduce((bytes, one) => one(bytes), seed));
  return fc.oneof(
    { weight: 12, arbitrary: damaged },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.json().map(asBytes) },
  );
}

function inserted(bytes: Uint8Array, at: number, piece: Uint8Array): Uint8Array {
  return joined(bytes.slice(0, at), piece, bytes.slice(at));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function asBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === "string" ? new TextEncoder().encode(value) : value;
}
