import { isScalar, parseDocument } from "yaml";
import { splitFrontmatter } from "./frontmatter.ts";

/**
 * The same file without the quotes of its sources that `isMeant`; every other byte stays. Undefined when there are none, or when the
 * frontmatter can't be read: what can't be read is no record, and holds no quote.
 */
export function eraseQuotes(bytes: Uint8Array, isMeant: (quote: string) => boolean): Uint8Array | undefined {
  const split = splitFrontmatter(bytes);
  if (split.kind !== "found") return undefined;
  const { start, end } = split.place;
  const yaml = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, end));
  const ranges = quotesIn(yaml).filter(({ text }) => isMeant(text));
  if (ranges.length === 0) return undefined;
  const kept = ranges.reduceRight((text, { from, to }) => {
    const lineEnd = text.slice(from, to).endsWith("\n") ? "\n" : "";
    return `${text.slice(0, from)}""${lineEnd}${text.slice(to)}`;
  }, yaml);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, start), Buffer.from(kept), bytes.subarray(end)]));
}

/** Where the quotes of the sources stand, in UTF-16 units. */
function quotesIn(yaml: string): { text: string; from: number; to: number }[] {
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
  const sources = document.errors.length > 0 ? undefined : document.get("sources");
  const count = isList(sources) ? sources.items.length : 0;
  return Array.from({ length: count }, (_, at) => document.getIn(["sources", at, "quote"], true)).flatMap(
    (node) => {
      if (!isScalar(node) || !node.range || String(node.value ?? "") === "") return [];
      return [{ text: String(node.value), from: node.range[0], to: node.range[1] }];
    },
  );
}

function isList(value: unknown): value is { readonly items: readonly unknown[] } {
  return typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items);
}
