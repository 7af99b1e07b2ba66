import type { Recalled } from "@holdfast/memory";
import { asQuotation, type Category } from "@holdfast/schema";
import type { Answer, Desk } from "../command.ts";
import { wrap } from "../show/wrap.ts";
import { visibleLine, visibleText } from "../visible-text.ts";

export async function recall(
  desk: Desk,
  words: readonly string[],
  flags: { limit?: number; category?: Category; budget?: number; explain?: boolean },
): Promise<Answer> {
  const { memory, options } = desk;
  await memory.refresh();
  const found = await memory.recall(words.join(" "), {
    limit: flags.limit,
    scope: options.scope,
    budgetTokens: flags.budget,
    explain: flags.explain,
    ...(flags.category && { categories: [flags.category] }),
  });
  return { json: found, text: recallText(found, desk) };
}

/** What was recalled, the best first. What the person did not say is a quotation: agents read this too. */
export function recallText(found: readonly Recalled[], page: Pick<Desk, "styles" | "width">): string {
  if (found.length === 0) return "Nothing is known about that.\n";
  return found.map((one) => oneText(one, page)).join("\n");
}

function oneText(
  { id, category, scope, trust, summary, detail, why, cut }: Recalled,
  { styles, width }: Pick<Desk, "styles" | "width">,
): string {
  const indented = (text: string) => wrap(text, width - 2).map((line) => `  ${line}`);
  const said = trust === "user" ? (text: string) => text : asQuotation;
  const where = scope === "user" ? `${category}, user` : category;
  return `${[
    ...wrap(visibleLine(said(summary)), width).map(styles.bold),
    ...(cut === undefined
      ? linesOf(detail && said(detail)).flatMap(indented)
      : indented(`left out: ${cut}`).map(styles.warn)),
    ...indented(visibleLine(`${id}, ${where}: ${why}`)).map(styles.dim),
  ].join("\n")}\n`;
}

function linesOf(detail: string): string[] {
  return detail === "" ? [] : visibleText(detail).trimEnd().split("\n");
}
