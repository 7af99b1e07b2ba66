import type { ModelFailure } from "@holdfast/schema";

/** The bounds of one call. */
export interface Bounds {
  /** Aborts when the call must stop, whoever stops it, and when it has ended. */
  readonly signal: AbortSignal;
  /** Resolves when the call is stopped from outside; never rejects. */
  readonly stopped: Promise<{ kind: "failed"; failure: ModelFailure; message: string }>;
  /** Lets go of the timer and the caller's signal, and ends what still runs. */
  end(): void;
}

/** Starts the clock of a call that may take `timeoutMs`, and that `signal` may stop at any time. */
export function within({
  signal,
  timeoutMs,
}: {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
}): Bounds {
  const controller = new AbortController();
  const { promise: stopped, resolve } = promised<Awaited<Bounds["stopped"]>>();
  const stop = (failure: ModelFailure, message: string) => {
    resolve({ kind: "failed", failure, message });
    controller.abort();
  };
  const abort = () => stop("aborted", "Stopped by the caller.");
  const expire = () => stop("timeout", `No answer within ${timeoutMs} ms.`);
  const timer = setTimeout(expire, timerMs(timeoutMs));
  if (signal?.aborted) abort();
  else if (timeoutMs <= 0) expire();
  signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    stopped,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      controller.abort();
    },
  };
}

/** A time that a timer can hold: more than 2³¹ ms would fire at once. */
export function timerMs(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 1), 2 ** 31 - 1);
}

function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
