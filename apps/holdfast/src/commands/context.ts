import type { Answer, Desk, Flags } from "../command.ts";
import { visibleText } from "../visible-text.ts";

/** What an agent would be given for a prompt, and what was cut. */
export async function context(desk: Desk, words: readonly string[], flags: Flags): Promise<Answer> {
  const { memory, styles } = desk;
  const block = await memory.context({ prompt: words.join(" "), budgetTokens: flags.budget });
  const sum = block.included.reduce((total, { tokens }) => total + tokens, 0);
  const cut = block.cut.map(({ id, reason }) => styles.dim(`- ${id}: ${reason}`));
  const end =
    block.included.length === 0 && block.cut.length === 0
      ? "Nothing is remembered yet, so nothing is given to an agent."
      : `${block.included.length} memories, about ${sum} tokens; ${block.cut.length} cut.`;
  return { json: block, text: `${visibleText(block.text)}${[...cut, styles.bold(end)].join("\n")}\n` };
}
