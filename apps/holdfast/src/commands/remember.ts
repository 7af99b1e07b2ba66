import { type Category, groupOf } from "@holdfast/schema";
import type { Answer, Desk } from "../command.ts";
import { usageError } from "../print-error.ts";
import { runAnswer } from "./run-answer.ts";

export async function remember(
  desk: Desk,
  words: readonly string[],
  options: { category?: Category; detail?: string; again?: boolean },
): Promise<Answer> {
  const { memory, onEvent } = desk;
  if (words.join(" ").trim() === "") throw usageError("Give the text to remember.");
  const member = {
    text: words.join(" "),
    ...(options.detail !== undefined && { summary: words.join(" "), detail: options.detail }),
    ...(desk.options.scope && { scope_suggestion: desk.options.scope }),
  };
  const report = await memory.save({
    sessionId: "cli",
    candidates: { [groupOf[options.category ?? "preference"]]: [member] },
    source: "user",
    again: options.again,
    model: desk.options.model,
    signal: desk.stopInOrder(),
    onEvent,
  });
  return runAnswer(report, desk, { busyIsDone: true });
}
