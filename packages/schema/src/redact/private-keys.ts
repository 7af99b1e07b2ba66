import type { Place } from "./place.ts";

const opening = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const closing = /-----END [A-Z0-9 ]{0,40}-----/y;
/** What tells a key from an example that leaves it out, where its last line is missing. */
const keyMaterial = /[A-Za-z0-9+/=]{24}/;
/** The same between first and last line, where less is enough: a word that no one writes. */
const someMaterial =
  /(?=[A-Za-z0-9+/]{6})[A-Za-z0-9+/]{0,64}(?:[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d|\d[A-Za-z])/;
/** A piece of the lines of a key that was cut off, written out or as `\n`: a header, or long base 64. */
const cutOffPiece =
  /(?:(?:\\r)?\\n|[\s"'>|+,]+|[A-Z][\w-]{1,30}: [\w,. -]{1,80}(?=\n|\\n)|[A-Za-z0-9+/]{16}[A-Za-z0-9+/]*={0,2})/y;
/** The short last line of it. */
const cutOffLast = /[A-Za-z0-9+/]{1,15}={0,2}(?=["'\r\n\\]|$)/y;

/** Private keys in PEM or PGP armour, whole or cut off. */
export function* privateKeysIn(text: string): Generator<Place> {
  if (!text.includes("PRIVATE KEY")) return;
  const starts = [...text.matchAll(opening)];
  for (const [i, match] of starts.entries()) {
    const body = match.index + match[0].length;
    const next = starts[i + 1]?.index ?? text.length;
    const end = endOf(text, body, next);
    const isClosed = end > body && text.endsWith("-----", end);
    const material = isClosed ? someMaterial : keyMaterial;
    if (material.test(text.slice(body, end))) yield { start: match.index, end, kind: "private key" };
  }
}

function endOf(text: string, body: number, next: number): number {
  const end = text.slice(body, next).indexOf("-----END ");
  closing.lastIndex = body + end;
  if (end >= 0 && closing.test(text)) return closing.lastIndex;
  const cut = Math.min(endOfPieces(text, body, next), next);
  return body + text.slice(body, cut).trimEnd().length;
}

/** Piece by piece: one pattern for all of them would fill the engine's stack. */
function endOfPieces(text: string, body: number, next: number): number {
  let end = body;
  for (cutOffPiece.lastIndex = end; end < next && cutOffPiece.test(text); ) end = cutOffPiece.lastIndex;
  cutOffLast.lastIndex = end;
  return cutOffLast.test(text) ? cutOffLast.lastIndex : end;
}
