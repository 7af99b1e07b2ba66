import type { Place } from "./place.ts";

const isOfSecret = /\bkind["']?:[ \t]{0,3}["']?Secret\b/;
/** The lines under `data:`, further in than it is. */
const dataBlock =
  /^(?<indent>[ \t]{0,40})["']?data["']?:[ \t]{0,3}\{?\r?\n(?<lines>(?:\k<indent>[ \t][^\n]*\n?)+)/gm;
const entry =
  /^[ \t]*["']?[\w.-]{1,100}["']?:[ \t]{0,3}["']?(?<secret>[A-Za-z0-9+/]{4,}={0,2})(?=["']?,?[ \t\r]*$)/gm;

/** What a Kubernetes manifest of a `Secret` holds, whatever its names: each value in base 64. */
export function* manifestSecretsIn(text: string): Generator<Place> {
  if (!isOfSecret.test(text)) return;
  for (const block of text.matchAll(dataBlock)) {
    const { lines } = block.groups!;
    const from = block.index + block[0].length - lines!.length;
    for (const match of lines!.matchAll(entry)) {
      const { secret } = match.groups!;
      if (secret!.length % 4 !== 0) continue;
      const end = from + match.index + match[0].length;
      yield { start: end - secret!.length, end, kind: "secret" };
    }
  }
}
