import { aCandidate, aRecord, noon } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitChunk, nextChunk, orderOfWork } from "../src/index.ts";
import { aCase, earlier, later } from "./a-case.ts";

const limits = { chunkSize: 3, characters: 60_000, maxAttempts: 3 };
const candidates = (n: number, over = {}) =>
  Array.from({ length: n }, (_, i) => aCandidate({ summary: `Lesson ${i}`, detail: "", ...over }));

describe("the next chunk", () => {
  test("takes candidates in order, up to its size", () => {
    const queue = candidates(5);
    expect(nextChunk(queue, limits)).toEqual(queue.slice(0, 3));
    expect(nextChunk([], limits)).toEqual([]);
  });

  test("holds no more characters than it may, but always one candidate", () => {
    const queue = candidates(3, { detail: "x".repeat(400), triggers: [] });
    expect(nextChunk(queue, { ...limits, characters: 1_000 })).toEqual(queue.slice(0, 2));
    expect(nextChunk(queue, { ...limits, characters: 10 })).toEqual(queue.slice(0, 1));
  });

  test("a candidate on its last attempt goes alone, in its turn", () => {
    const [first, second, last, fourth] = candidates(4) as [never, never, never, never];
    const queue = [first, second, { ...(last as object), reconcile_attempts: 2 } as typeof last, fourth];
    expect(nextChunk(queue, limits)).toEqual([first, second]);
    expect(nextChunk(queue.slice(2), limits)).toEqual([queue[2]]);
    expect(nextChunk(queue.slice(3), limits)).toEqual([fourth]);
  });

  test("one that failed alone goes last, and alone", () => {
    const queue = candidates(3).map((one, i) => (i === 0 ? { ...one, goes_alone: true } : one));
    expect(nextChunk(queue, limits)).toEqual(queue.slice(1));
    expect(nextChunk(queue.slice(0, 1), limits)).toEqual(queue.slice(0, 1));
  });

  test("taken again and again, it works off every candidate exactly once", () => {
    const one = fc.record({
      reconcile_attempts: fc.nat(3),
      goes_alone: fc.boolean(),
      detail: fc.string({ maxLength: 50 }),
    });
    fc.assert(
      fc.property(fc.array(one), fc.integer({ min: 1, max: 5 }), (some, chunkSize) => {
        let queue = some.map((over, i) => aCandidate({ ...over, summary: `Lesson ${i}` }));
        const all = new Set(queue);
        while (queue.length > 0) {
          const chunk = nextChunk(queue, { chunkSize, characters: 100, maxAttempts: 3 });
          expect(chunk.length).toBeGreaterThan(0);
          expect(chunk.length).toBeLessThanOrEqual(chunkSize);
          if (chunk.some((given) => given.goes_alone || given.reconcile_attempts >= 2))
            expect(chunk).toHaveLength(1);
          for (const given of chunk) expect(all.delete(given)).toBe(true);
          queue = queue.filter((given) => !chunk.includes(given));
        }
        expect(all.size).toBe(0);
      }),
    );
  });
});

test("work goes by observation, first what is asked for first, last what failed alone", () => {
  const staged = [
    aCandidate({ summary: "late", observed_at: later }),
    aCandidate({ summary: "alone", observed_at: earlier, goes_alone: true }),
    aCandidate({ summary: "now", observed_at: noon }),
    aCandidate({ summary: "early", observed_at: earlier }),
  ].map((candidate) => ({ candidate, session_id: "session-1", project_root: "/p", file: "f.json" }));
  const summaries = (first?: ReadonlySet<string>) =>
    orderOfWork(staged, first).map(({ candidate }) => candidate.summary);
  expect(summaries()).toEqual(["early", "now", "late", "alone"]);
  expect(summaries(new Set([staged[0]!.candidate.candidate_id]))).toEqual(["late", "early", "now", "alone"]);
  expect(orderOfWork(staged.toReversed())).toEqual(orderOfWork(staged));
});

test("a chunk is cut to what fits with its neighbours, each record counted once", () => {
  const record = aRecord({ summary: "x".repeat(100), detail: "" });
  const small = (i: number) => aCase({ summary: `Lesson ${i}`, detail: "", triggers: [] }, [record]);
  const cases = [small(1), small(2), small(3)];
  expect(fitChunk(cases, 120)).toEqual(cases.slice(0, 2));
  expect(fitChunk(cases, 1)).toEqual(cases.slice(0, 1));
  expect(fitChunk([], 1)).toEqual([]);
});
