import { printInterrupted } from "./print-error.ts";

/** What Ctrl-C means while a command works. */
export interface Interrupts {
  /** From now on the first Ctrl-C aborts this signal; the work stops before its next commits. A second one ends the process. */
  stopInOrder(): AbortSignal;
  release(): void;
}

/**
 * Watches for Ctrl-C. Until work asks for {@link Interrupts.stopInOrder}, one ends the process at once, with exit code 130. Either
 * loses nothing: whatever was told as staged or saved is durable.
 */
export function watchInterrupts(say: (message: string) => void, asJson: boolean): Interrupts {
  const stop = new AbortController();
  let inOrder = false;
  const interrupt = () => {
    if (!inOrder || stop.signal.aborted) process.exit(printInterrupted(asJson));
    say("Stopping before the next commits. Ctrl-C once more ends at once; nothing is lost either way.");
    stop.abort();
  };
  process.on("SIGINT", interrupt);
  return {
    stopInOrder: () => {
      inOrder = true;
      return stop.signal;
    },
    release: () => {
      process.off("SIGINT", interrupt);
    },
  };
}
