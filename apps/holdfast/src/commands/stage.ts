import type { Answer, Desk } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { readProposalFile } from "../read-proposal-file.ts";
import { stageLines } from "../show/stage-lines.ts";
import { withScope } from "../with-scope.ts";

export async function stage(
  desk: Desk,
  [file]: readonly string[],
  options: { session?: string; again?: boolean },
): Promise<Answer> {
  const { memory, styles } = desk;
  const result = await memory.stage({
    sessionId: options.session ?? "cli",
    candidates: withScope(await readProposalFile(file), desk.options.scope),
    again: options.again,
  });
  const { staged, already, refused } = result;
  const lines = [
    ...staged.map((id) => styles.good(`+ ${id} staged`)),
    ...stageLines(result, { ...desk, allNotes: true }),
    `${staged.length} staged, ${already.length} known already, ${refused.length} refused.${staged.length > 0 ? " holdfast reconcile settles what waits." : ""}`,
  ];
  return {
    json: result,
    text: `${lines.join("\n")}\n`,
    exitCode: refused.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}
