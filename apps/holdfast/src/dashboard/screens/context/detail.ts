import type { ContextBlock } from "@holdfast/memory";
import { wrap } from "../../../show/wrap.ts";
import type { Styles } from "../../../styles.ts";
import { visibleText } from "../../../visible-text.ts";
import { fold } from "../../parts/fold.ts";

/** Of what was cut, so much is named one by one. */
const mostCut = 500;

const made = new WeakMap<ContextBlock, { key: string; lines: string[] }>();

/** The block as the agent gets it, then what was cut and why. */
export function contextLines(
  block: ContextBlock,
  { columns, styles }: { readonly columns: number; readonly styles: Styles },
): string[] {
  const key = `${columns} ${styles.bold("x")}`;
  const known = made.get(block);
  if (known?.key === key) return known.lines;
  const given = visibleText(block.text).trimEnd().split("\n");
  const cut = block.cut.slice(0, mostCut).map(({ id, reason }) => styles.warn(`- ${id}: ${reason}`));
  const more = block.cut.length > mostCut ? [styles.dim(`and ${block.cut.length - mostCut} more`)] : [];
  const lines = [
    ...(block.text === "" ? [] : given.flatMap((line) => wrap(line, columns))),
    ...(block.cut.length === 0
      ? []
      : ["", styles.bold(`Cut (${block.cut.length.toLocaleString("en-US")}):`), ...cut, ...more]),
  ].flatMap((line) => fold(line, columns));
  made.set(block, { key, lines });
  return lines;
}
