import type { Answer, Desk } from "../command.ts";
import { readProposalFile } from "../read-proposal-file.ts";
import { withScope } from "../with-scope.ts";
import { runAnswer } from "./run-answer.ts";

export async function save(
  desk: Desk,
  [file]: readonly string[],
  options: { session?: string; again?: boolean },
): Promise<Answer> {
  const { memory, onEvent } = desk;
  const candidates = withScope(await readProposalFile(file), desk.options.scope);
  const report = await memory.save({
    sessionId: options.session ?? "cli",
    candidates,
    again: options.again,
    model: desk.options.model,
    signal: desk.stopInOrder(),
    onEvent,
  });
  return runAnswer(report, desk, { busyIsDone: true });
}
