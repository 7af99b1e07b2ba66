import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

/** After this long without a stop there is nobody who could wake us, and the system has not let us stop. */
const leastStopMs = 100;

/** Tells when the process is asked to stop, as by Ctrl-Z; unless told, it would stop with the terminal in its hands. */
export function watchStops(onStop: () => void) {
  process.on("SIGTSTP", onStop);
  return {
    /** Stops the process, or with `whole` all of its job, until somebody continues it. Where nobody can, it goes on. */
    async stop({ whole }: { readonly whole: boolean }): Promise<void> {
      process.off("SIGTSTP", onStop);
      const woken = new AbortController();
      process.kill(whole ? 0 : process.pid, "SIGTSTP");
      await Promise.race([once(process, "SIGCONT", woken), pause(leastStopMs)]);
      woken.abort();
      process.on("SIGTSTP", onStop);
      process.kill(process.pid, "SIGWINCH"); // of a window that changed meanwhile we were not told
    },
    release: () => {
      process.off("SIGTSTP", onStop);
    },
  };
}
