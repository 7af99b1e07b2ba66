import type { Answer, Desk, Flags } from "../command.ts";
import { runAnswer } from "./run-answer.ts";

export async function consolidate(
  desk: Desk,
  [transcript]: readonly string[],
  flags: Flags,
): Promise<Answer> {
  const { memory, options, onEvent } = desk;
  const { maxSeconds } = flags;
  const report = await memory.consolidate({
    transcript,
    from: flags.from,
    session: flags.session,
    allNew: flags.allNew,
    again: flags.again,
    maxWindows: flags.maxWindows,
    maxExtractionTokens: flags.maxTokens,
    extractionBudgetMs: maxSeconds === undefined ? undefined : maxSeconds * 1000,
    model: options.model,
    signal: desk.stopInOrder(),
    onEvent,
  });
  return runAnswer(report, desk, { busyIsDone: false });
}
