import { widthOf } from "../../show/width-of.ts";
import type { Styles } from "../../styles.ts";

/** Where the two go. */
export interface Room {
  readonly beside: boolean;
  readonly listRows: number;
  readonly paneRows: number;
  readonly listColumns: number;
  readonly paneColumns: number;
}

/** A list, and what is chosen in it to its right; in a narrow window below it. What does not fit is cut, with a word about it. */
export function sideBySide(
  list: readonly string[],
  pane: readonly string[],
  room: Room,
  { styles }: { readonly styles: Styles },
): string[] {
  const cut = cutTo(pane, room.paneRows, styles);
  if (!room.beside) {
    const blank = Array.from({ length: Math.max(0, room.listRows - list.length) }, () => "");
    return [...list, ...blank, styles.dim("\u2500".repeat(room.listColumns)), ...cut];
  }
  return Array.from({ length: room.listRows }, (_, at) => {
    const left = list[at] ?? "";
    const blank = " ".repeat(Math.max(0, room.listColumns - widthOf(plain(left))));
    return `${left}${blank} ${styles.dim("\u2502")} ${cut[at] ?? ""}`.trimEnd();
  });
}

/** As many lines as there is room for; the last one says when there are more. */
function cutTo(lines: readonly string[], height: number, styles: Styles): readonly string[] {
  if (lines.length <= height) return lines;
  const more = lines.length - height + 1;
  return [
    ...lines.slice(0, Math.max(0, height - 1)),
    styles.dim(`... ${more} more ${more === 1 ? "line" : "lines"}: Enter`),
  ];
}

/** A line without its colours. */
function plain(line: string): string {
  return line.replaceAll(/\u001b\[[\d;]*m/g, "");
}
