import type { Styles } from "../../styles.ts";
import type { Move } from "../message.ts";
import { moved } from "./list.ts";

/** The part of some lines that fits, from `line` on, and at its end where one is. */
export function scrolled(
  lines: readonly string[],
  line: number,
  { height, styles }: { readonly height: number; readonly styles: Styles },
): string[] {
  if (lines.length <= height) return [...lines];
  const room = Math.max(1, height - 1);
  const from = Math.max(0, Math.min(line, lines.length - room));
  const to = Math.min(lines.length, from + room);
  return [...lines.slice(from, to), styles.dim(`lines ${from + 1}-${to} of ${lines.length}`)];
}

/** The first line that is shown after a move. */
export function scrolledTo(
  line: number,
  to: Move,
  { lines, height }: { readonly lines: number; readonly height: number },
): number {
  if (lines <= height) return 0;
  const room = Math.max(1, height - 1);
  return moved(line, to, { count: lines - room + 1, page: room });
}
