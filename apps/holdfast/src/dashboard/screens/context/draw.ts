import { blockWords } from "../../../show/block-words.ts";
import type { DashboardState } from "../../dashboard-state.ts";
import { bodyRows } from "../../layout.ts";
import { endOf } from "../../parts/end-of.ts";
import { evenLine } from "../../parts/row.ts";
import { scrolled } from "../../parts/scrolled.ts";
import type { Page } from "../../screen.ts";
import { contextLines } from "./detail.ts";
import { contextHeading } from "./state.ts";

export function drawContext({ context, size }: DashboardState, page: Page): string[] {
  const { styles, columns } = page;
  const { block, prompt, typing } = context;
  const typed = endOf(evenLine(prompt), columns - 10);
  const asks =
    prompt === "" && !typing
      ? styles.dim("none: what every session starts with")
      : `${typed}${typing ? "\u2588" : ""}`;
  const heading = `${styles.bold("Prompt:")} ${asks}`;
  if (block === undefined) return [heading, styles.dim("Reading memory ...")];
  const lines = scrolled(contextLines(block, page), context.line, {
    height: bodyRows(size) - contextHeading,
    styles,
  });
  return [heading, styles.dim(blockWords(block).slice(0, columns)), ...lines];
}
