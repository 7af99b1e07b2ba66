import { startOf, widthOf } from "../../show/width-of.ts";

/** As much of the end of a text as fits: of what is being typed, one looks at the end. */
export function endOf(text: string, most: number): string {
  let shown = text;
  while (widthOf(shown) > most) shown = shown.slice(startOf(shown, 2).length || 1);
  return shown;
}
