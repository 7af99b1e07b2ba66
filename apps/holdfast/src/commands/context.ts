import type { Answer, Desk, Flags } from "../command.ts";
import { blockWords } from "../show/block-words.ts";
import { visibleText } from "../visible-text.ts";

/** What an agent would be given for a prompt, and what was cut. */
export async function context(desk: Desk, words: readonly string[], flags: Flags): Promise<Answer> {
  const { memory, styles } = desk;
  const block = await memory.context({ prompt: words.join(" "), budgetTokens: flags.budget });
  const cut = block.cut.map(({ id, reason }) => styles.dim(`- ${id}: ${reason}`));
  const end = styles.bold(blockWords(block));
  return { json: block, text: `${visibleText(block.text)}${[...cut, end].join("\n")}\n` };
}
