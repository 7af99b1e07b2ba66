import { distinctTexts } from "@holdfast/testkit";
import type { Dice } from "./dice.ts";

/** Texts without end that resemble one another in a few families, so that rules settle few of them; now and then one comes twice. */
export function resemblingTexts({ roll, upTo, pick }: Dice, families: number): (count: number) => string[] {
  const [first, ...words] = distinctTexts(2_000).map((text) => text.slice(0, -1).split(" "));
  const bases = [first!, ...words.splice(0, families - 1)].map((base) => base.join(" "));
  const said: string[] = [];
  let next = 0;
  return (count) =>
    Array.from({ length: count }, () => {
      if (said.length > 0 && roll() < 0.2) return pick(said);
      const other = words[next++ % words.length]!;
      const text = roll() < 0.2 ? other.join(" ") : `${pick(bases)} ${other[upTo(other.length)]}`;
      said.push(text);
      return text;
    });
}
