import type { Transcript, Turn } from "@holdfast/schema";
import { tally } from "./cut-tally.ts";
import { turnCutter } from "./cut-turn.ts";

/**
 * A transcript that a host handed over, cut as one that was read from a file is: what is private, memory that was injected or recalled and boot
 * files are taken out, and tool results are bounded. What was cut before stays as it is.
 */
export function cutTranscript(transcript: Transcript): Transcript {
  const cut = turnCutter();
  const leftOut = tally();
  for (const { what, count } of transcript.left_out ?? [])
    for (let n = 0; n < count; n++) leftOut.leftOut(what);
  const turns = transcript.turns.flatMap((given, index): Turn[] => {
    const call = `given-${index}`;
    if (given.role === "tool" && given.tool !== undefined && given.input !== undefined)
      cut({
        id: call,
        role: "assistant",
        text: "",
        calls: [{ id: call, tool: given.tool, input: { command: given.input, path: given.input } }],
      });
    const { id, at, role, text, tool, failed, calls = [] } = given;
    const answers = given.input === undefined ? undefined : call;
    const made = cut({ id, at, role, text, calls, answers, tool, failed });
    leftOut.cut(made);
    if (made.turn === undefined) return [];
    const { shows_file, shortened } = given;
    return [{ ...made.turn, ...(shows_file && { shows_file }), ...(shortened && { shortened }) }];
  });
  return { ...transcript, turns, ...leftOut.told() };
}
