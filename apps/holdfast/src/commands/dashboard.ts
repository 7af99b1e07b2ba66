import type { CommonOptions } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { visibleLine } from "../visible-text.ts";

/** Whether there is a terminal to draw on and to listen to. */
export function canShowDashboard(env: { readonly TERM?: string | undefined }): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && env.TERM !== "dumb";
}

/** Shows the dashboard until the person quits. A crash is told in one line; by then the terminal is as it was. */
export async function dashboard({ dir, scope, model }: CommonOptions): Promise<number> {
  const { openDashboard } = await import("../dashboard/open-dashboard.tsx");
  try {
    const code = await openDashboard({
      openMemory: async () => (await import("@holdfast/memory")).openMemory({ dir }),
      stdin: process.stdin,
      stdout: process.stdout,
      env: process.env,
      now: Date.now,
      scope,
      model,
    });
    process.exit(code); // what is still under way, like a look at every file, keeps nobody waiting for the prompt
  } catch (error) {
    if (isTold(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `The dashboard broke down: ${visibleLine(message)}. What was staged or saved is safe; please report it.\n`,
    );
    return exitCodes.failed;
  }
}

/** What has a code and a hint is told by whoever called. */
function isTold(error: unknown): boolean {
  return error instanceof Error && error.name === "HoldfastError";
}
