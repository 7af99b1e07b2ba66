/** Most bytes of one answer: far more than its tokens can be, and little enough to hold. */
const mostBytes = 4_000_000;

/** Thrown while an answer is read that is larger than any honest one. */
class AnswerTooLong extends RangeError {
  override readonly name = "AnswerTooLong";
}

/** What the SDK waits before it retries, where the server asks for no wait of its own. */
const usualWaitMs = 1_000;

/**
 * A `fetch` for one call of `timeoutMs`. It follows no redirect, because another host must get neither texts nor key; it cuts an
 * answer off at `mostBytes`; and it tells the SDK not to retry where the wait would take more than a quarter of the
 * call's time, so that a busy provider is known as busy at once and not as a timeout at the end.
 */
export function guardedFetch({ timeoutMs }: { timeoutMs: number }): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" });
    const headers = new Headers(response.headers);
    if (waitMs(headers) > timeoutMs / 4) headers.set("x-should-retry", "false");
    const body = response.body?.pipeThrough(atMost(mostBytes)) ?? null;
    return new Response(body, { status: response.status, statusText: response.statusText, headers });
  };
}

/** As the SDK reads it: `retry-after-ms`, else `retry-after` in seconds. A date counts as too long. */
function waitMs(headers: Headers): number {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (ms > 0) return ms;
  const after = headers.get("retry-after");
  if (after === null) return usualWaitMs;
  return Number.isNaN(Number(after)) ? Number.POSITIVE_INFINITY : Number(after) * 1_000;
}

function atMost(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > limit) controller.error(new AnswerTooLong(`The answer is larger than ${limit} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
