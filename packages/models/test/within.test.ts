import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { timerMs, within } from "../src/within.ts";

describe("the bounds of a call", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("leave no timer behind that would keep a process alive", () => {
    const bounds = within({ timeoutMs: 180_000 });
    expect(vi.getTimerCount()).toBe(1);
    bounds.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(bounds.signal.aborted).toBe(true);
  });

  test("stop the call when its time is up, not before", async () => {
    const bounds = within({ timeoutMs: 1_000 });
    vi.advanceTimersByTime(999);
    expect(bounds.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(bounds.signal.aborted).toBe(true);
    expect(await bounds.stopped).toMatchObject({ failure: "timeout" });
  });

  test("say who was first, the clock or the caller", async () => {
    const caller = new AbortController();
    const bounds = within({ signal: caller.signal, timeoutMs: 1_000 });
    caller.abort();
    vi.advanceTimersByTime(2_000);
    expect(await bounds.stopped).toMatchObject({ failure: "aborted" });
  });

  for (const [ms, timer] of [
    [1.2, 2],
    [-5, 1],
    [2 ** 40, 2 ** 31 - 1],
    [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
  ] as const) {
    test(`${ms} ms are ${timer} ms to a timer`, () => expect(timerMs(ms)).toBe(timer));
  }
});
