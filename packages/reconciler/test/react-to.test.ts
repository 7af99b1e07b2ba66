import { type ModelFailure, modelFailures } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { reactTo } from "../src/index.ts";

const halving = { kind: "halve" };
const next = { kind: "next" };
const leave = { kind: "leave_alone_candidate" };
const stop = { kind: "stop", marks_alone: false };
const stopAndMark = { kind: "stop", marks_alone: true };

describe("after a failure", () => {
  const rows: [ModelFailure, object, object, object, object][] = [
    // failure       20, first  20, second  alone, first  alone, second
    ["timeout", halving, halving, leave, stopAndMark],
    ["truncated", halving, halving, leave, stopAndMark],
    ["refused", halving, halving, leave, stopAndMark],
    ["auth", next, stop, next, stop],
    ["quota", next, stop, next, stop],
    ["rate_limited", next, stop, next, stop],
    ["overloaded", next, stop, next, stop],
    ["network", next, stop, next, stop],
    ["protocol", next, stop, next, stop],
    ["aborted", stop, stop, stop, stop],
  ];

  test.each(rows)("%s: a chunk is halved, left or the end, as the table says", (failure, ...wanted) => {
    const asked = [
      [20, 0],
      [20, 1],
      [1, 0],
      [1, 1],
    ] as const;
    expect(asked.map(([size, before]) => reactTo(failure, size, before))).toEqual(wanted);
  });

  test("the table knows every failure", () => {
    expect(rows.map(([failure]) => failure).toSorted()).toEqual(modelFailures.toSorted());
  });

  test("a chunk of two is halved and one of one is not", () => {
    expect(reactTo("timeout", 2, 1)).toEqual(halving);
    expect(reactTo("timeout", 1, 0)).toEqual(leave);
  });
});

describe("a run that reacts so", () => {
  /** Works off candidates 1 to `n` in chunks of 20 and counts the calls. */
  function run(n: number, fail: (chunk: readonly number[]) => ModelFailure | undefined) {
    const all = Array.from({ length: n }, (_, i) => i + 1);
    const chunks: number[][] = [];
    while (all.length > 0) chunks.push(all.splice(0, 20));
    const result = { settled: [] as number[], alone: [] as number[], calls: 0, stopped: false };
    let failures = 0;
    while (chunks.length > 0) {
      const chunk = chunks.shift()!;
      const failure = fail(chunk);
      result.calls++;
      if (failure === undefined) {
        result.settled.push(...chunk);
        failures = 0;
        continue;
      }
      const reaction = reactTo(failure, chunk.length, failures);
      if (reaction.kind === "halve") {
        chunks.unshift(chunk.slice(0, Math.ceil(chunk.length / 2)), chunk.slice(Math.ceil(chunk.length / 2)));
        continue;
      }
      failures++;
      if (reaction.kind === "leave_alone_candidate" || (reaction.kind === "stop" && reaction.marks_alone))
        result.alone.push(...chunk);
      if (reaction.kind === "stop") {
        result.stopped = true;
        break;
      }
    }
    return result;
  }

  test.each<[ModelFailure]>([["refused"], ["timeout"], ["truncated"]])(
    "settles the 19 neighbours of one candidate that is always %s",
    (failure) => {
      for (let bad = 1; bad <= 20; bad++) {
        const { settled, alone, stopped, calls } = run(20, (chunk) =>
          chunk.includes(bad) ? failure : undefined,
        );
        expect(settled).toEqual(Array.from({ length: 20 }, (_, i) => i + 1).filter((one) => one !== bad));
        expect(alone).toEqual([bad]);
        expect(stopped).toBe(false);
        expect(calls).toBeLessThanOrEqual(11);
      }
    },
  );

  test("drains a backlog whose calls all time out at more than 5", () => {
    const { settled, stopped } = run(100, (chunk) => (chunk.length > 5 ? "timeout" : undefined));
    expect(settled).toHaveLength(100);
    expect(stopped).toBe(false);
  });

  test("stops at the second call when nobody answers", () => {
    expect(run(60, () => "network")).toEqual({ settled: [], alone: [], calls: 2, stopped: true });
  });

  test("goes on after one failure that passes", () => {
    let calls = 0;
    const { settled, stopped } = run(100, () => (calls++ % 2 === 0 ? "overloaded" : undefined));
    expect(settled).toHaveLength(40);
    expect(stopped).toBe(false);
  });

  test("stops once two candidates in a row fail alone, and both go alone next time", () => {
    const { alone, stopped, calls } = run(20, () => "timeout");
    expect(alone).toEqual([1, 2]);
    expect(stopped).toBe(true);
    expect(calls).toBe(7);
  });
});
