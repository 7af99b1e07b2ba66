import type { Answer, Desk } from "../command.ts";
import { runAnswer } from "./run-answer.ts";

export async function consolidate(desk: Desk, [transcript]: readonly string[]): Promise<Answer> {
  const { memory, options, onEvent } = desk;
  const report = await memory.consolidate({
    transcript,
    model: options.model,
    signal: desk.stopInOrder(),
    onEvent,
  });
  return runAnswer(report, desk, { busyIsDone: false });
}
