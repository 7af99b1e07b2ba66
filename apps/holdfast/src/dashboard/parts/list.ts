import type { Move } from "../message.ts";

/** The place in a list of `count`, moved. A page is `page` lines. */
export function moved(place: number, to: Move, { count, page }: { count: number; page: number }): number {
  const step = Math.max(1, page - 1);
  const next = {
    up: place - 1,
    down: place + 1,
    page_up: place - step,
    page_down: place + step,
    first: 0,
    last: count - 1,
  }[to];
  return within(next, count);
}

/** The place, or the nearest that there is. */
export function within(place: number, count: number): number {
  return Math.max(0, Math.min(place, count - 1));
}

/** The first of the `height` places that are shown around the chosen one. */
export function firstShown(place: number, { count, height }: { count: number; height: number }): number {
  return Math.max(0, Math.min(place - Math.floor(height / 2), count - height));
}

/** The part of a list that is shown: never more than the screen holds. */
export function shownOf<T>(
  list: readonly T[],
  place: number,
  height: number,
): { from: number; rows: readonly T[] } {
  const from = firstShown(place, { count: list.length, height });
  return { from, rows: list.slice(from, from + Math.max(0, height)) };
}

/** `3-17 of 20,000`. */
export function placeWords(from: number, shown: number, count: number): string {
  if (count === 0) return "none";
  const number = (value: number) => value.toLocaleString("en-US");
  return `${number(from + 1)}-${number(from + shown)} of ${number(count)}`;
}
