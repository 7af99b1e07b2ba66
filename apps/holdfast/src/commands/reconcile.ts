import type { Answer, Desk } from "../command.ts";
import { runAnswer } from "./run-answer.ts";

export async function reconcile(desk: Desk): Promise<Answer> {
  const { memory, options, onEvent } = desk;
  const { model, scope } = options;
  const report = await memory.reconcile({ model, scope, signal: desk.stopInOrder(), onEvent });
  return runAnswer(report, desk, { busyIsDone: false });
}
