import type { Action, ModelFailure, ModelRequest } from "@holdfast/schema";
import {
  aFailure,
  anAnswer,
  fickleModel,
  labelsIn,
  lies,
  lyingModel,
  memoryDisk,
  scriptedModel,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import type { Memory } from "../src/index.ts";
import { memoryOn, steadyClock } from "./memory-on.ts";

/** Things that resemble each other: each port of the same service. */
const known = (i: number) => `The staging service ${name(i)} listens on port ${5000 + i} behind the proxy`;
const heard = (i: number) => `The staging service ${name(i)} listens on port ${7000 + i} behind the proxy`;
const name = (i: number) =>
  `${"bdfglmnprstv"[i % 12]}o${"bdfglmnprstv"[Math.floor(i / 12) % 12]}a${"klmn"[i % 4]}i`;

async function remembering(records: number, over: { now?: () => Date } = {}): Promise<Memory> {
  const memory = memoryOn(memoryDisk(), over);
  for (let at = 0; at < records; at += 100) {
    const some = Array.from({ length: Math.min(100, records - at) }, (_, i) => known(at + i));
    await memory.stage({ sessionId: `known-${at}`, candidates: { lessons: some } });
  }
  await memory.reconcile({ model: "local/rules", budgetMs: 1e9 });
  return memory;
}

async function hear(memory: Memory, count: number, sessionId = "heard"): Promise<string[]> {
  const lessons = Array.from({ length: count }, (_, i) => heard(i));
  return (await memory.stage({ sessionId, candidates: { lessons } })).staged;
}

const add = (ref: string): Action => ({ ref, reason: "another port", action: "add" });
const addAll = ({ prompt }: ModelRequest) => anAnswer({ actions: refsIn(prompt).map(add) });

/** Labels of the candidates that are asked about. */
function refsIn(prompt: string): string[] {
  return labelsIn(prompt.slice(prompt.indexOf("\nCANDIDATES"))).refs;
}

describe("one answer", () => {
  test("N-1 valid of N: N-1 are committed, one stays staged with one attempt, in one run", {
    tags: ["partial-acceptance", "only-what-was-shown"],
  }, async () => {
    const memory = await remembering(6);
    await hear(memory, 6);
    const model = scriptedModel(({ prompt }) =>
      anAnswer({
        actions: refsIn(prompt).map((ref) =>
          ref === "C3" ? { ...add(ref), action: "supersede", target_id: "M99" } : add(ref),
        ),
      }),
    );
    const report = await memory.reconcile({ model });
    expect(report.counts).toMatchObject({ add: 5, rejected: 1 });
    expect(report).toMatchObject({
      model_calls: 2,
      tokens: { input: 200, output: 40 },
      model: "scripted/model",
      model_how: "explicit",
    });
    expect(
      (await memory.staged()).map(({ reconcile_attempts, last_violations }) => [
        reconcile_attempts,
        last_violations[0]?.gate,
      ]),
    ).toEqual([[1, "unknown_target_id"]]);
  });

  test("what was rejected is sent back once, alone, with its violations; what is mended then is committed in the same run", {
    tags: ["one-repair"],
  }, async () => {
    const memory = await remembering(3);
    await hear(memory, 3);
    const model = scriptedModel(({ prompt }, nth) => {
      const actions = refsIn(prompt).map((ref) =>
        nth === 0 && ref === "C2" ? { ...add(ref), action: "merge" } : add(ref),
      );
      return anAnswer({ actions });
    });
    const seen: string[] = [];
    const report = await memory.reconcile({ model, onEvent: ({ kind }) => seen.push(kind) });
    expect(report.counts).toMatchObject({ add: 3, rejected: 0 });
    expect(report.chunks).toMatchObject([{ candidates: 3, repaired: true, model_calls: 2 }]);
    expect(refsIn(model.requests[1]!.prompt)).toEqual(["C2"]);
    expect(model.requests[1]!.prompt).toContain("missing_target");
    expect(seen).toContain("repair");
    expect(await memory.run(report.run_id)).toMatchObject({ chunks: [{ repaired: true }] });
  });

  test("a supersede replaces the record it names, and undoing it brings that one back", async () => {
    const memory = await remembering(1);
    await hear(memory, 1);
    const action = { ref: "C1", reason: "the port changed", action: "supersede", target_id: "M1" };
    const { outcomes } = await memory.reconcile({ model: scriptedModel([anAnswer({ actions: [action] })]) });
    expect((await memory.records({ status: "current" })).map(({ summary }) => summary)).toEqual([heard(0)]);
    await memory.undo({ record: outcomes[0]!.record_id! });
    expect((await memory.records({ status: "current" })).map(({ summary }) => summary)).toEqual([known(0)]);
  });

  test("two supersedes of one record: the second waits and sees the record of the first", {
    tags: ["chunks-see-earlier"],
  }, async () => {
    const memory = await remembering(1);
    await memory.stage({ sessionId: "heard", candidates: { lessons: [heard(0), `${heard(0)} since May`] } });
    const model = scriptedModel(({ prompt }) =>
      anAnswer({
        actions: refsIn(prompt).map((ref) => ({
          ref,
          reason: "newer",
          action: "supersede",
          target_id: "M1",
        })),
      }),
    );
    const report = await memory.reconcile({ model });
    expect(report.counts.supersede).toBe(2);
    const rows = await memory.records();
    expect(rows.filter(({ status }) => status === "current")).toHaveLength(1);
    expect(rows.map(({ supersedes }) => supersedes.length).sort()).toEqual([0, 1, 1]);
  });

  test("two merges into one record: the second unites with what the first made, and nothing of the three is lost", async () => {
    const memory = await remembering(1);
    await memory.save({ sessionId: "again", candidates: { lessons: [known(0)] }, model: "local/rules" });
    const twice = [`${heard(0)} since May`, `${heard(0)} until June`];
    await memory.stage({ sessionId: "heard", candidates: { lessons: twice } });
    const drops = { reason: "both hold", action: "merge", target_id: "M1", summary: known(0), detail: "" };
    const model = scriptedModel(({ prompt }) =>
      anAnswer({ actions: refsIn(prompt).map((ref) => ({ ref, ...drops })) }),
    );
    const report = await memory.reconcile({ model });
    expect(report.counts).toMatchObject({ merge: 2, rejected: 0, left_staged: 0 });
    const [row, ...others] = await memory.records({ status: "current" });
    expect(others).toEqual([]);
    for (const part of ["5000", "7000", "since May", "until June"]) {
      expect(`${row?.summary} ${row?.detail}`).toContain(part);
    }
    const replaced = await memory.records({ status: "superseded" });
    expect(replaced).toHaveLength(2);
    expect(replaced.find(({ summary }) => summary === known(0))?.reinforced).toBe(2);
  });

  test("any record that was shown may be replaced, not the most similar one alone", async () => {
    const memory = await remembering(1);
    const alike = `The staging service ${name(0)} answers on a port behind the proxy`;
    await memory.save({ sessionId: "more", candidates: { lessons: [alike] }, model: "local/rules" });
    await hear(memory, 1);
    const model = scriptedModel([
      anAnswer({ actions: [{ ref: "C1", reason: "it says more", action: "supersede", target_id: "M2" }] }),
    ]);
    const report = await memory.reconcile({ model });
    expect(model.requests[0]!.prompt).toContain("M2 ");
    expect(report.counts).toMatchObject({ supersede: 1 });
    expect((await memory.records({ status: "superseded" })).map(({ summary }) => summary)).toEqual([alike]);
  });

  test("each verdict becomes what it says, at once, and every record that was there still is", {
    tags: ["model-never-deletes", "never-rewritten"],
  }, async () => {
    const memory = await remembering(5);
    await hear(memory, 5);
    const before = (await memory.records()).map(({ id }) => id);
    const verdicts = ["add", "duplicate", "supersede", "merge", "discard"] as const;
    const model = scriptedModel(({ prompt }) => {
      const sides = prompt
        .slice(prompt.indexOf("\nCANDIDATES"))
        .split(/\n(?=C\d+ )/)
        .slice(1);
      const actions = sides.map((side) => {
        const i = [0, 1, 2, 3, 4].find((at) => side.includes(heard(at)))!;
        const own = prompt.split(/\n(?=M\d+ )/).find((part) => part.includes(known(i)))!;
        const target_id = /M\d+/.exec(own)![0];
        const action = verdicts[i]!;
        const targeted = ["duplicate", "supersede", "merge"].includes(action) && { target_id };
        const drafted = action === "merge" && { summary: `${known(i)}, ${heard(i)}`, detail: "" };
        return { ref: side.split(" ")[0], reason: "so", action, ...targeted, ...drafted };
      });
      return anAnswer({ actions });
    });
    const report = await memory.reconcile({ model });
    expect(report.counts).toMatchObject({ add: 1, duplicate: 1, supersede: 1, merge: 1, discard: 1 });
    const rows = await memory.records();
    expect(rows).toHaveLength(8);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    const replaced = rows.filter(({ status }) => status === "superseded").map(({ summary }) => summary);
    expect(replaced.sort()).toEqual([known(2), known(3)].sort());
    expect(rows.find(({ summary }) => summary === known(1))).toMatchObject({ reinforced: 2 });
  });

  test("chunks are asked about one after the other, and a later one may replace what an earlier one wrote", {
    tags: ["chunks-see-earlier"],
  }, async () => {
    const memory = await remembering(1);
    const lessons = Array.from({ length: 5 }, (_, i) => `${heard(0)} in zone ${i}`);
    await memory.stage({ sessionId: "heard", candidates: { lessons } });
    const model = scriptedModel(({ prompt }) => {
      const [first, ...rest] = refsIn(prompt);
      const replace = { ref: first, reason: "newer", action: "supersede", target_id: "M1" };
      return anAnswer({
        actions: [replace, ...rest.map((ref) => ({ ref, reason: "no", action: "discard" }))],
      });
    });
    const report = await memory.reconcile({ model, chunkSize: 2 });
    expect(model.requests.map(({ prompt }) => refsIn(prompt).length)).toEqual([2, 2, 1]);
    expect(report.counts).toMatchObject({ supersede: 3, discard: 2 });
    const rows = await memory.records();
    expect(rows.filter(({ status }) => status === "current")).toHaveLength(1);
    expect(rows).toHaveLength(4);
  });

  test("what a person changed while the model thought waits, and is asked about anew", async () => {
    const memory = await remembering(1);
    await hear(memory, 1);
    const model = scriptedModel(async ({ prompt }, nth) => {
      const [row] = await memory.records({ status: "current" });
      if (nth === 0) await otherHost(memory, row!.id);
      const hasRecord = prompt.includes("M1 ");
      return anAnswer({
        actions: [
          hasRecord ? { ref: "C1", reason: "newer", action: "supersede", target_id: "M1" } : add("C1"),
        ],
      });
    });
    const report = await memory.reconcile({ model });
    expect(report.counts).toMatchObject({ add: 1, supersede: 0 });
    expect((await memory.records({ status: "archived" })).map(({ summary }) => summary)).toEqual([known(0)]);
  });

  for (const lie of lies) {
    test(`a lie changes nothing it may not: ${lie}`, {
      tags: ["code-owns-structure", "model-never-deletes", "only-what-was-shown"],
    }, async () => {
      const memory = await remembering(4);
      const ids = await hear(memory, 4);
      const before = (await memory.records()).map(({ id, summary }) => ({ id, summary }));
      const report = await memory.reconcile({ model: lyingModel(lie) });
      expect(report.outcomes.map(({ candidate_id }) => candidate_id).sort()).toEqual([...ids].sort());
      expect(await memory.records()).toEqual(
        expect.arrayContaining(before.map((one) => expect.objectContaining(one))),
      );
    });
  }
});

async function otherHost(memory: Memory, id: string): Promise<void> {
  await memory.archive(id);
}

test("what a person said is neither replaced nor reworded for an agent, whatever the model says", {
  tags: ["trust-decides"],
}, async () => {
  const memory = memoryOn(memoryDisk());
  await memory.save({ sessionId: "p", source: "user", candidates: { lessons: [known(0)] } });
  await memory.stage({ sessionId: "a", source: "agent", candidates: { lessons: [heard(0)] } });
  for (const action of ["supersede", "merge"] as const) {
    const draft = action === "merge" && { summary: known(0), detail: heard(0) };
    const verdict = { ref: "C1", reason: "newer", action, target_id: "M1", ...draft };
    const report = await memory.reconcile({ model: scriptedModel([anAnswer({ actions: [verdict] })]) });
    expect(report.outcomes).toMatchObject([{ fate: "rejected", violations: [{ gate: "lower_trust" }] }]);
  }
  expect((await memory.records({ status: "current" })).map(({ summary }) => summary)).toEqual([known(0)]);
});

describe("attempts", () => {
  test("a candidate nobody can satisfy is a dead letter after exactly three runs, and never blocks a neighbour", {
    tags: ["dead-letter"],
  }, async () => {
    const memory = await remembering(4);
    const ids = await hear(memory, 4);
    const bad = heard(2);
    const model = scriptedModel(({ prompt }) => {
      const [, ...sides] = prompt.slice(prompt.indexOf("\nCANDIDATES")).split(/\n(?=C\d+ )/);
      const actions = sides.map((side) => {
        const ref = side.split(" ")[0]!;
        return side.includes(bad)
          ? { ref, reason: "x", action: "merge", target_id: "M77", summary: "a" }
          : add(ref);
      });
      return anAnswer({ actions });
    });
    expect((await memory.reconcile({ model })).counts).toMatchObject({ add: 3, rejected: 1 });
    expect((await memory.reconcile({ model })).counts).toMatchObject({ rejected: 1 });
    expect((await memory.reconcile({ model })).counts).toMatchObject({ dead_lettered: 1 });
    const [letter] = await memory.deadLetters();
    expect(letter).toMatchObject({ kind: "attempts_exhausted", attempts: 3, candidate: { summary: bad } });
    expect(letter?.violations.map(({ gate }) => gate)).toContain("unknown_target_id");
    expect(letter?.raw_action).toMatchObject({ target_id: "M77" });

    expect(await memory.recover({ all: true })).toEqual({ recovered: [ids[2]], left: [] });
    expect((await memory.staged())[0]).toMatchObject({ reconcile_attempts: 0, last_violations: [] });
    expect(await memory.recover({ all: true })).toEqual({ recovered: [], left: [] });
    expect((await memory.reconcile({ model: scriptedModel(addAll) })).counts.add).toBe(1);
  });

  const failures: readonly ModelFailure[] = [
    "auth",
    "quota",
    "rate_limited",
    "overloaded",
    "timeout",
    "network",
    "refused",
    "truncated",
    "protocol",
    "aborted",
  ];
  for (const failure of failures) {
    test(`none is counted when the model fails: ${failure}`, {
      tags: ["attempts-mean-rejection"],
    }, async () => {
      const memory = await remembering(3);
      await hear(memory, 3);
      const report = await memory.reconcile({ model: scriptedModel([aFailure(failure)]) });
      expect(report.status).toBe("stopped");
      expect(report.stop_reason).toBe(failure === "aborted" ? "aborted" : "model_failed");
      expect(report.counts).toMatchObject({ left_staged: 3, rejected: 0, dead_lettered: 0 });
      expect((await memory.staged()).map(({ reconcile_attempts }) => reconcile_attempts)).toEqual([0, 0, 0]);
      expect((await memory.reconcile({ model: scriptedModel(addAll) })).counts.add).toBe(3);
    });
  }

  test("a run that stops leaves those that were counted as they are, and asks nobody", {
    tags: ["attempts-mean-rejection"],
  }, async () => {
    const memory = await remembering(2);
    await hear(memory, 2);
    const wrong = scriptedModel(({ prompt }) =>
      anAnswer({ actions: refsIn(prompt).map((ref) => ({ ...add(ref), action: "merge" })) }),
    );
    for (let runs = 0; runs < 2; runs++) await memory.reconcile({ model: wrong, maxAttempts: 9 });
    const model = scriptedModel(addAll);
    const stopped = await memory.reconcile({ model, isCurrent: () => false });
    expect(stopped).toMatchObject({ stop_reason: "stale_generation", model_calls: 0 });
    expect(await memory.reconcile({ model, budgetMs: 0 })).toMatchObject({ counts: { dead_lettered: 0 } });
    expect(model.requests).toEqual([]);
    expect((await memory.staged()).map(({ reconcile_attempts }) => reconcile_attempts)).toEqual([2, 2]);
  });

  test("none is counted when the call that sends back fails", {
    tags: ["attempts-mean-rejection"],
  }, async () => {
    const memory = await remembering(2);
    await hear(memory, 2);
    const model = scriptedModel([anAnswer({ actions: [add("C1")] }), aFailure("network")]);
    const report = await memory.reconcile({ model });
    expect(report.counts).toMatchObject({ add: 1, left_staged: 1, rejected: 0 });
    expect((await memory.staged()).map(({ reconcile_attempts }) => reconcile_attempts)).toEqual([0]);
  });
});

describe("a chunk that is too much", () => {
  for (const failure of ["refused", "timeout"] as const) {
    test(`one candidate that is always ${failure}: the other nineteen are settled in the same run`, async () => {
      const memory = await remembering(20, { now: steadyClock() });
      await hear(memory, 20);
      const model = scriptedModel((request) =>
        request.prompt.includes(heard(13)) ? aFailure(failure) : addAll(request),
      );
      const report = await memory.reconcile({ model, budgetMs: 1e9 });
      expect(report.counts).toMatchObject({ add: 19, left_staged: 1, rejected: 0 });
      expect(
        (await memory.staged()).map(({ summary, reconcile_attempts }) => [summary, reconcile_attempts]),
      ).toEqual([[heard(13), 0]]);
      expect(report.chunks?.some(({ failure: why }) => why === `${failure}: halve`)).toBe(true);
    });
  }

  test("a backlog whose calls all time out at twenty and pass at five drains", async () => {
    const memory = await remembering(40);
    await hear(memory, 40);
    const model = scriptedModel((request) =>
      refsIn(request.prompt).length > 5 ? aFailure("timeout") : addAll(request),
    );
    const report = await memory.reconcile({ model, budgetMs: 1e9 });
    expect(report.counts).toMatchObject({ add: 40, left_staged: 0 });
  });
});

describe("bounds", () => {
  test("224 candidates against 400 records, 8 s a call and a 60 s budget: drained over several runs, nothing lost or doubled", {
    timeout: 120_000,
    tags: ["bounded-run"],
  }, async () => {
    const clock = { at: Date.parse("2030-01-01T00:00:00.000Z") };
    const memory = await remembering(400, { now: () => new Date(clock.at) });
    const ids = await hear(memory, 200);
    ids.push(
      ...(
        await memory.stage({
          sessionId: "more",
          candidates: { lessons: Array.from({ length: 24 }, (_, i) => heard(200 + i)) },
        })
      ).staged,
    );
    const model = scriptedModel((request) => {
      clock.at += 8_000;
      expect(request.prompt.length).toBeLessThanOrEqual(60_000);
      return addAll(request);
    });
    let runs = 0;
    for (; (await memory.staged()).length > 0 && runs < 12; runs++) {
      const report = await memory.reconcile({ model, budgetMs: 60_000 });
      expect(report.counts.rejected).toBe(0);
      if (report.status === "stopped") expect(report.stop_reason).toBe("budget");
    }
    expect(runs).toBeGreaterThan(1);
    const sources = (await memory.records()).flatMap((row) =>
      row.sources.map(({ candidate_id }) => candidate_id),
    );
    expect(ids.filter((id) => sources.filter((one) => one === id).length !== 1)).toEqual([]);
  });

  test("what a run left is in the log too, each with why", { tags: ["explained"] }, async () => {
    const memory = await remembering(40);
    await hear(memory, 40);
    const { run_id } = await memory.reconcile({ model: scriptedModel(addAll), maxTokens: 100 });
    const left = (await memory.run(run_id)).outcomes.filter(({ fate }) => fate === "left_staged");
    expect(left).toHaveLength(20);
    expect(left[0]?.reason).toContain("token cap");
  });

  test("a save too commits N-1 valid of N", async () => {
    const memory = await remembering(3);
    const model = scriptedModel(({ prompt }) =>
      anAnswer({
        actions: refsIn(prompt).map((ref) => (ref === "C2" ? { ...add(ref), action: "merge" } : add(ref))),
      }),
    );
    const report = await memory.save({
      sessionId: "own",
      candidates: { lessons: [heard(0), heard(1), heard(2)] },
      model,
    });
    expect(report.counts).toMatchObject({ add: 2, rejected: 1 });
    expect((await memory.staged()).map(({ reconcile_attempts }) => reconcile_attempts)).toEqual([1]);
  });

  test("a token cap stops before the next call", { tags: ["bounded-run"] }, async () => {
    const memory = await remembering(40);
    await hear(memory, 40);
    const model = scriptedModel(addAll);
    const report = await memory.reconcile({ model, maxTokens: 100 });
    expect(report).toMatchObject({ status: "stopped", stop_reason: "token_cap", model_calls: 1 });
    expect(report.counts).toMatchObject({ add: 20, left_staged: 20 });
  });

  test("one call may take at most half of what is left of the budget", {
    tags: ["bounded-run"],
  }, async () => {
    const memory = await remembering(1);
    await hear(memory, 1);
    const model = scriptedModel(addAll);
    await memory.reconcile({ model, budgetMs: 30_000 });
    expect(model.requests[0]!.timeoutMs).toBeLessThanOrEqual(15_000);
  });

  test("a save asks about its own candidates; what else needs a model stays staged and says so", async () => {
    const memory = await remembering(3);
    await hear(memory, 2);
    const report = await memory.save({
      sessionId: "own",
      candidates: { lessons: [heard(2)] },
      model: scriptedModel(addAll),
    });
    expect(report.counts).toMatchObject({ add: 1, left_staged: 2 });
    expect(report.outcomes.find(({ fate }) => fate === "left_staged")?.reason).toContain("reconcile");
  });

  test("a replaced session commits nothing of the answer that came too late", {
    tags: ["stale-generation"],
  }, async () => {
    const memory = await remembering(2);
    await hear(memory, 2);
    let current = true;
    const model = scriptedModel((request) => {
      current = false;
      return addAll(request);
    });
    const report = await memory.reconcile({ model, isCurrent: () => current });
    expect(report).toMatchObject({ stop_reason: "stale_generation", counts: { add: 0, left_staged: 2 } });
    expect(await memory.records()).toHaveLength(2);
  });
});

test("an unusable model is refused with a reason, and the rules decide", {
  tags: ["nothing-silent", "fallback-is-told"],
}, async () => {
  const memory = await remembering(1);
  await hear(memory, 1);
  const report = await memory.reconcile({ model: "nobody/knows-it" });
  expect(report).toMatchObject({ model: "local/rules", model_how: "rules", counts: { add: 1 } });
  expect(report.warnings.join()).toContain("nobody/knows-it");
});

test("the fickle model leaves every candidate in exactly one place, whatever it says", {
  tags: ["settled-once"],
}, async () => {
  const memory = await remembering(10);
  const ids = await hear(memory, 30);
  for (let seed = 1; seed <= 8; seed++) await memory.reconcile({ model: fickleModel({ seed }) });
  const rows = (await memory.records()).flatMap((row) => row.sources.map(({ candidate_id }) => candidate_id));
  const traces = await Promise.all(ids.map(async (id) => (await memory.trace(id)).place));
  expect(traces).not.toContain("dead_letter");
  expect(ids.filter((id) => rows.filter((one) => one === id).length > 1)).toEqual([]);
});

describe("a model of the host's own", () => {
  test("that throws is a failure like any other, and that hangs or does not hear an abort holds nothing up", async () => {
    const memory = await remembering(1);
    await hear(memory, 1);
    const thrower = { id: "own/thrower", complete: () => Promise.reject(new TypeError("boom")) };
    expect(await memory.reconcile({ model: thrower })).toMatchObject({
      stop_reason: "model_failed",
      counts: { left_staged: 1 },
    });
    const hanger = { id: "own/hanger", complete: () => new Promise<never>(() => {}) };
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await memory.reconcile({ model: hanger, signal: stop.signal })).toMatchObject({
      stop_reason: "aborted",
    });
    expect((await memory.staged()).map(({ reconcile_attempts }) => reconcile_attempts)).toEqual([0]);
  });

  test("that counts nonsense counts nothing, and its run is logged", async () => {
    const memory = await remembering(2);
    await hear(memory, 2);
    const usage = { input: Number.NaN, output: -5, cost_usd: Number.POSITIVE_INFINITY };
    const model = scriptedModel((request) => ({ ...addAll(request), usage }));
    const report = await memory.reconcile({ model });
    expect(report.tokens).toEqual({ input: 0, output: 0 });
    expect((await memory.run(report.run_id)).chunks?.length).toBeGreaterThan(0);
  });
});

describe("nothing valid waits for a model that fails", () => {
  test("what needs none is settled in the same run, in both stores", async () => {
    const memory = await remembering(2);
    await hear(memory, 2);
    await memory.stage({
      sessionId: "other",
      candidates: {
        preferences: [
          { summary: "Write commit messages in the imperative mood", scope_suggestion: "user" },
          "Rotate the signing keys in March",
        ],
      },
    });
    const report = await memory.reconcile({ model: scriptedModel([aFailure("refused")]) });
    expect(report).toMatchObject({ stop_reason: "model_failed", counts: { add: 2, left_staged: 2 } });
  });

  test("those that failed alone least often are asked about first, so that none starves", async () => {
    const memory = await remembering(3);
    await hear(memory, 3);
    let healthy = false;
    const model = scriptedModel((request) => {
      const bad = [heard(0), heard(1)].some((text) => request.prompt.includes(text));
      return bad || !healthy ? aFailure("refused") : addAll(request);
    });
    for (let runs = 0; runs < 2; runs++) await memory.reconcile({ model });
    healthy = true;
    for (let runs = 0; runs < 3; runs++) await memory.reconcile({ model });
    expect((await memory.staged()).map(({ summary }) => summary).sort()).toEqual([heard(0), heard(1)].sort());
  });
});

test("a merge whose text was rejected and whose repair says nothing is written by code", async () => {
  const memory = await remembering(1);
  await hear(memory, 1);
  const drops = {
    ref: "C1",
    reason: "r",
    action: "merge",
    target_id: "M1",
    summary: "The staging service listens",
    detail: "",
  };
  const report = await memory.reconcile({
    model: scriptedModel([anAnswer({ actions: [drops] }), anAnswer("")]),
  });
  expect(report.counts).toMatchObject({ merge: 1, rejected: 0 });
  const [row] = await memory.records({ status: "current" });
  expect(`${row?.summary} ${row?.detail}`).toContain("5000");
  expect(`${row?.summary} ${row?.detail}`).toContain("7000");
});
