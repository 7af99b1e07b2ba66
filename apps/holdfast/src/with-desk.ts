import { type Memory, openMemory } from "@holdfast/memory";
import type { Answer, CommonOptions, Desk } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { watchInterrupts } from "./interrupts.ts";
import { progressOn } from "./progress.ts";
import { stylesFor } from "./styles.ts";
import { visibleJson } from "./visible-text.ts";

/** Opens memory, does the work, prints the answer and closes. Throws what the work throws; what should be known by then is on stderr. */
export async function withDesk(
  options: CommonOptions,
  work: (desk: Desk) => Promise<Answer>,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet === true);
  const interrupts = watchInterrupts(progress.say, options.json === true);
  let memory: Memory | undefined;
  try {
    memory = await openMemory({ dir: options.dir });
    const answer = await work({
      memory,
      options,
      stopInOrder: interrupts.stopInOrder,
      styles: stylesFor(process.stdout, process.env),
      width: process.stdout.columns ?? Number.POSITIVE_INFINITY,
      onEvent: progress.draw,
    });
    progress.clear();
    process.stdout.write(options.json ? `${visibleJson(answer.json)}\n` : answer.text);
    return answer.exitCode ?? exitCodes.done;
  } finally {
    for (const message of memory?.takeWarnings() ?? []) progress.warn(message);
    progress.clear();
    interrupts.release();
    await memory?.close();
  }
}
