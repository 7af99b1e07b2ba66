import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  type Disk,
  HoldfastError,
  isHoldfastError,
  type OutcomeRow,
  type RunEvent,
  runEventSchema,
  type Store,
} from "@holdfast/schema";
import { distinctTexts, memoryDisk, scriptedModel } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import type { Memory } from "../src/index.ts";
import { memoryOn, steadyClock, storeOn } from "./memory-on.ts";
import { freshPlace, openAt, type Place } from "./open-for-test.ts";

const texts = distinctTexts(60);
const lessons = (summaries: readonly unknown[], sessionId = "session-1") => ({
  sessionId,
  candidates: { lessons: summaries },
});
const fates = (outcomes: readonly OutcomeRow[]) => outcomes.map(({ fate }) => fate);

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return isHoldfastError(error) ? error.code : String(error);
  }
}

describe("staging", () => {
  test("the same save twice is one candidate, and says where the first one is", {
    tags: ["idempotent"],
  }, async () => {
    const memory = await openAt(await freshPlace());
    const first = await memory.stage(lessons(texts.slice(0, 2)));
    expect(first.staged).toHaveLength(2);
    const second = await memory.stage(lessons(texts.slice(0, 2)));
    expect(second.staged).toEqual([]);
    expect(second.already).toEqual(first.staged.map((id) => ({ id, place: "staging" })));
    await memory.reconcile();
    const [third] = (await memory.stage(lessons(texts.slice(0, 1)))).already;
    expect(third).toMatchObject({ id: first.staged[0], place: "record" });
    expect((await memory.record(third!.record_id!)).summary).toBe(texts[0]);
  });

  test("a second save of a session stands beside the first: nothing is overwritten, and each candidate ends by itself", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 2)));
    await memory.stage(lessons(texts.slice(2, 4)));
    expect(readdirSync(join(place.dir, "staging"))).toHaveLength(2);
    const { outcomes } = await memory.reconcile();
    expect(outcomes.map(({ summary, fate }) => [summary, fate]).sort()).toEqual(
      texts
        .slice(0, 4)
        .map((text) => [text, "add"])
        .sort(),
    );
    expect(readdirSync(join(place.dir, "staging"))).toEqual([]);
  });

  test("is settled wherever the project lies by now, and of whichever project it says it is", async () => {
    const place = await freshPlace();
    const before = await openAt(place);
    await before.stage(lessons(texts.slice(0, 1)));
    const [name = ""] = readdirSync(join(place.dir, "staging"));
    const file = JSON.parse(readFileSync(join(place.dir, "staging", name), "utf8"));
    file.candidates.lessons.push({ summary: 7 });
    writeFileSync(
      join(place.dir, "staging", name),
      JSON.stringify({ ...file, project_root: "/somewhere/else" }),
    );
    await before.close();
    const moved = join(place.folder, "moved");
    renameSync(place.dir, moved);
    const after = await openAt({ ...place, dir: moved });
    const { counts } = await after.reconcile();
    expect(counts).toMatchObject({ add: 1, dead_lettered: 1, left_staged: 0 });
    expect(readdirSync(join(moved, "staging"))).toEqual([]);
  });

  test("one malformed candidate costs only itself and is named by its path", {
    tags: ["malformed-alone"],
  }, async () => {
    const memory = await openAt(await freshPlace());
    const result = await memory.stage(
      lessons([texts[0], texts[1], { summary: texts[2], detail: 7 }, texts[3]]),
    );
    expect(result.staged).toHaveLength(3);
    expect(result.refused.map(({ path }) => path)).toEqual(["candidates.lessons[2].detail"]);
  });

  test("a store that can't be written costs only what was for it; where nothing is left it is thrown", async () => {
    const fails = async () => {
      throw new HoldfastError("store_read_only", "Yours is read-only.", { hint: "Make it writable." });
    };
    const memory = memoryOn(memoryDisk(), { user: { stage: fails } });
    const yours = { summary: texts[1], scope_suggestion: "user" };
    const report = await memory.save(lessons([texts[0], yours]));
    expect(report).toMatchObject({ counts: { add: 1, staged: 1 } });
    expect(report.stage?.refused).toEqual([
      { path: texts[1], message: "Yours is read-only. Make it writable." },
    ]);
    expect(await codeOf(memory.stage(lessons([yours])))).toBe("store_read_only");
  });

  test("a run log that can't be written is a warning, and the run goes on", async () => {
    const own = storeOn(memoryDisk(), "project", "/project/.holdfast");
    const hold: Store["hold"] = async (purpose) => ({
      ...(await own.hold(purpose)),
      log: async () => {
        throw new HoldfastError("disk_full", "The disk is full.", { hint: "Make room." });
      },
    });
    const report = await memoryOn(memoryDisk(), { project: { ...own, hold } }).save(
      lessons(texts.slice(0, 2)),
    );
    expect(report).toMatchObject({ status: "completed", counts: { add: 2 } });
    expect(report.warnings).toEqual(["What this run does is not in the run log: The disk is full."]);
    expect((await own.staged()).candidates).toEqual([]);
  });

  test("the bare beginning of every id is none, even where there is but one", async () => {
    const memory = memoryOn(memoryDisk());
    await memory.save(lessons(texts.slice(0, 1)));
    expect(await codeOf(memory.undo({ record: "rec_" }))).toBe("ambiguous_id");
    expect(await codeOf(memory.undo({ run: "run_" }))).toBe("ambiguous_id");
    expect(await memory.records({ status: "current" })).toHaveLength(1);
  });

  test("a save that another run settles meanwhile tells what became of it", async () => {
    const disk = memoryDisk();
    const other = memoryOn(disk);
    let once = async () => {
      once = async () => {};
      await other.reconcile();
    };
    const own = storeOn(disk, "project", "/project/.holdfast");
    const glance = async () => {
      await once();
      return own.glance();
    };
    const report = await memoryOn(disk, { project: { glance } }).save(lessons(texts.slice(0, 1)));
    expect(report).toMatchObject({ status: "completed", counts: { add: 1, staged: 1 }, warnings: [] });
    const [run] = await other.runs(1);
    expect(report.outcomes).toMatchObject([
      { fate: "add", summary: texts[0], reason: expect.stringContaining(run!.run_id) },
    ]);
  });

  test("is private to its owner", { tags: ["kept-private"] }, async () => {
    const place = await freshPlace();
    await (await openAt(place)).stage(lessons(texts.slice(0, 1)));
    expect(statSync(place.dir).mode & 0o777).toBe(0o700);
    const [name] = readdirSync(join(place.dir, "staging"));
    expect(statSync(join(place.dir, "staging", name!)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(place.dir, ".gitignore"), "utf8")).toBe("*\n");
  });

  test("during a reconciliation is never lost, and is settled by that same run", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const other = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 5)));
    let late: Promise<unknown> | undefined;
    const report = await memory.reconcile({
      chunkSize: 2,
      onEvent: (event) => {
        if (event.kind === "outcome") late ??= other.stage(lessons(texts.slice(5, 8), "session-2"));
      },
    });
    await late;
    const { counts } = await memory.reconcile();
    expect(report.counts.add + counts.add).toBe(8);
    expect(await memory.staged()).toEqual([]);
  });
});

describe("reconciling with local/rules", () => {
  test("one of each kind becomes a record of its own in the folder of its kind, with what code fills in, and no model is asked", {
    tags: ["offline"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const [lesson, preference, decision, domain] = distinctTexts(4);
    const report = await memory.save({
      sessionId: "session-1",
      candidates: { lessons: [lesson], preferences: [preference], decisions: [decision], domain: [domain] },
      model: scriptedModel(() => expect.fail("it was asked")),
    });
    expect(report).toMatchObject({ counts: { add: 4, left_staged: 0 }, model_calls: 0 });
    for (const folder of ["lessons", "preferences", "decisions", "domain"]) {
      expect(readdirSync(join(place.dir, folder))).toHaveLength(1);
    }
    const rows = await memory.records();
    expect(rows.map(({ category }) => category).sort()).toEqual([
      "decision",
      "domain",
      "lesson",
      "preference",
    ]);
    expect(rows.find(({ category }) => category === "lesson")).toMatchObject({
      ...{ id: expect.stringMatching(/^rec_/), summary: lesson, status: "current", scope: "project" },
      ...{ trust: "agent", supersedes: [], reinforced: 1, triggers: [expect.anything()] },
      sources: [{ session_id: "session-1", run_id: report.run_id, action: "add" }],
    });
    expect(readdirSync(join(place.dir, "staging"))).toEqual([]);

    const again = { lessons: [lesson], preferences: [preference], decisions: [decision], domain: [domain] };
    const heard = await memory.save({ sessionId: "session-2", candidates: again });
    expect(heard.counts).toMatchObject({ add: 0, duplicate: 4 });
    expect((await memory.records()).map(({ reinforced }) => reinforced)).toEqual([2, 2, 2, 2]);
  });

  test("a save of nothing is idle, and writes nothing", async () => {
    const place = await freshPlace();
    const report = await (await openAt(place)).save({
      sessionId: "session-1",
      candidates: { lessons: [], preferences: [], decisions: [], domain: [] },
    });
    expect(report).toMatchObject({ status: "idle", outcomes: [] });
    expect(readdirSync(place.folder)).toEqual([]);
  });

  test("adds what is new, and calls the same words in another session a duplicate that confirms the record", async () => {
    const memory = await openAt(await freshPlace());
    await memory.save(lessons(["Always use pnpm, never npm"]));
    const report = await memory.save(lessons(["always use `pnpm`, never npm."], "session-2"));
    expect(fates(report.outcomes)).toEqual(["duplicate"]);
    const [row] = await memory.records();
    expect(row).toMatchObject({ reinforced: 2, summary: "Always use pnpm, never npm" });
    expect(row?.sources.map(({ action }) => action)).toEqual(["add", "duplicate"]);
  });

  test("adds what resembles a record with a note of the relation, and never merges", {
    tags: ["rules-are-certain"],
  }, async () => {
    const memory = await openAt(await freshPlace());
    await memory.save(lessons(["The staging database listens on port 5433"]));
    const report = await memory.save(lessons(["The staging database listens on port 5434"], "session-2"));
    expect(fates(report.outcomes)).toEqual(["add"]);
    const rows = await memory.records();
    expect(rows.map(({ related }) => related.length).sort()).toEqual([0, 1]);
  });

  test("two candidates of one save with the same words make one record", async () => {
    const memory = await openAt(await freshPlace());
    const report = await memory.save({
      sessionId: "session-1",
      candidates: { lessons: ["Always use pnpm"], preferences: ["Always use pnpm."] },
    });
    expect(fates(report.outcomes).sort()).toEqual(["add", "duplicate"]);
    expect(await memory.records()).toHaveLength(1);
  });

  test("works off the oldest observation first, and a save its own candidates before the rest", async () => {
    const memory = memoryOn(memoryDisk());
    await memory.stage(lessons([texts[0]]));
    await memory.stage(lessons([texts[1]], "session-2"));
    const report = await memory.save({ ...lessons([texts[2]], "session-3"), chunkSize: 1 });
    expect(report.outcomes.map(({ summary }) => summary)).toEqual([texts[2], texts[0], texts[1]]);
  });

  test("a run tells that it started, what each chunk does, every outcome, and how it finished", async () => {
    const memory = await openAt(await freshPlace());
    const events: RunEvent[] = [];
    await memory.save({ ...lessons(texts.slice(0, 2)), onEvent: (event) => events.push(event) });
    expect(events.map(({ kind }) => kind)).toEqual([
      "run_started",
      "chunk_started",
      "outcome",
      "outcome",
      "run_finished",
    ]);
    expect(events[0]).toMatchObject({ command: "save", model: "local/rules", staged: 2 });
    for (const event of events) expect(runEventSchema.parse(event)).toEqual(event);
  });

  test("nothing to do is idle and leaves no trace in the run log", async () => {
    const memory = await openAt(await freshPlace());
    expect((await memory.reconcile()).status).toBe("idle");
    await memory.save(lessons([texts[0]]));
    expect((await memory.reconcile()).status).toBe("idle");
    expect(await memory.runs()).toHaveLength(1);
  });

  test("a user's candidate goes to the person's store, and reads cover both", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const mine = { summary: texts[1], scope_suggestion: "user" };
    const report = await memory.save(lessons([texts[0], mine]));
    expect(report.outcomes.map(({ scope }) => scope).sort()).toEqual(["project", "user"]);
    expect(readdirSync(join(place.userDir, "lessons"))).toHaveLength(1);
    expect((await memory.records()).map(({ scope }) => scope).sort()).toEqual(["project", "user"]);
    expect(await memory.records({ scope: "user" })).toHaveLength(1);
    const [row] = await memory.records({ scope: "user" });
    expect((await memory.recall(texts[1]!)).map(({ id }) => id)).toEqual([row?.id]);
  });

  test("the same words of a project and of its person are two memories", async () => {
    const memory = await openAt(await freshPlace());
    await memory.save(lessons([texts[0]]));
    const mine = { summary: texts[0], scope_suggestion: "user" };
    expect(fates((await memory.save(lessons([mine], "session-2"))).outcomes)).toEqual(["add"]);
    expect((await memory.records()).map(({ scope }) => scope).sort()).toEqual(["project", "user"]);
  });

  test("one folder for both is one store", async () => {
    const place = await freshPlace();
    const memory = await openAt({ ...place, userDir: place.dir });
    await memory.save(lessons([texts[0], { summary: texts[1], scope_suggestion: "user" }]));
    expect((await memory.records()).map(({ scope }) => scope).sort()).toEqual(["project", "user"]);
    expect(await memory.records({ scope: "user" })).toHaveLength(1);
    expect((await memory.status()).records).toBe(2);
  });
});

describe("stopping", () => {
  const stops: readonly [string, (memory: Memory, seen: RunEvent[]) => Promise<unknown>, string][] = [
    ["an abort", (memory, seen) => abortAfterFirst(memory, seen), "aborted"],
    [
      "a replaced session",
      (memory, seen) =>
        memory.reconcile({
          chunkSize: 2,
          isCurrent: () => !seen.some(({ kind }) => kind === "outcome"),
          onEvent: (event) => seen.push(event),
        }),
      "stale_generation",
    ],
  ];
  for (const [what, run, stop_reason] of stops) {
    test(`${what} stops before the next commit: what is committed stays, the rest stays staged with its attempts`, async () => {
      const memory = await openAt(await freshPlace());
      await memory.stage(lessons(texts.slice(0, 6)));
      const report = await run(memory, []);
      expect(report).toMatchObject({ status: "stopped", stop_reason, counts: { add: 2, left_staged: 4 } });
      const staged = await memory.staged();
      expect(staged.map(({ reconcile_attempts }) => reconcile_attempts)).toEqual([0, 0, 0, 0]);
      expect(await memory.records()).toHaveLength(2);
      expect((await memory.reconcile()).counts.add).toBe(4);
    });
  }

  test("a used-up budget is a stop that the report names, and the next run goes on", {
    tags: ["bounded-run"],
  }, async () => {
    const clock = steadyClock();
    const memory = memoryOn(memoryDisk(), { now: clock });
    await memory.stage(lessons(texts.slice(0, 6)));
    const report = await memory.reconcile({ chunkSize: 2, budgetMs: 6_000 });
    expect(report).toMatchObject({ status: "stopped", stop_reason: "budget" });
    expect(report.counts.add).toBeGreaterThan(0);
    expect(report.counts.left_staged).toBe(6 - report.counts.add);
    expect((await memory.reconcile()).counts.add).toBe(report.counts.left_staged);
  });

  test("before a replaced session nothing at all is written", { tags: ["stale-generation"] }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 3)));
    const report = await memory.reconcile({ isCurrent: () => false });
    expect(report.counts).toMatchObject({ add: 0, left_staged: 3 });
    expect(await memory.records()).toEqual([]);
  });

  test("the event loop turns while a run works", async () => {
    const memory = await openAt(await freshPlace());
    await memory.stage(lessons(texts));
    let turns = 0;
    const beat = setInterval(() => turns++, 1);
    await memory.reconcile();
    clearInterval(beat);
    expect(turns).toBeGreaterThan(3);
  });
});

async function abortAfterFirst(memory: Memory, seen: RunEvent[]) {
  const stop = new AbortController();
  return memory.reconcile({
    chunkSize: 2,
    signal: stop.signal,
    onEvent: (event) => {
      seen.push(event);
      if (event.kind === "outcome") stop.abort();
    },
  });
}

describe("another writer", () => {
  test("makes a save deferred and a reconciliation fail, names itself, and the candidates stay staged", {
    tags: ["busy-says-who"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const other = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 1)));
    const held = new Promise<void>((done) => {
      void memory.reconcile({
        onEvent: (event) => {
          if (event.kind === "chunk_started") done();
        },
        isCurrent: () => {
          const until = Date.now() + 5;
          while (Date.now() < until);
          return true;
        },
      });
    });
    await held;
    const [deferred, code] = await Promise.all([
      other.save(lessons(texts.slice(1, 2), "session-2")),
      codeOf(other.reconcile()),
    ]);
    expect(["deferred", "completed", "idle"]).toContain(deferred.status);
    expect([undefined, "writer_busy"]).toContain(code);
    await other.reconcile();
    expect(await other.records()).toHaveLength(2);
  });
});

describe("what a person decided", () => {
  const text = "Never push to the main branch directly";

  async function rememberAgain(memory: Memory) {
    const { outcomes } = await memory.save(lessons([text], "session-9"));
    return outcomes[0];
  }

  test("a text that was archived is discarded with that reason when it comes back, and learnt when the person insists", {
    tags: ["refusals-hold"],
  }, async () => {
    const memory = await openAt(await freshPlace());
    const { outcomes } = await memory.save(lessons([text]));
    await memory.archive(outcomes[0]!.record_id!);
    expect(await rememberAgain(memory)).toMatchObject({
      fate: "discard",
      reason: expect.stringContaining("archived"),
    });
    const again = await memory.save({ ...lessons([text], "session-9"), again: true });
    expect(fates(again.outcomes)).toEqual(["add"]);
    expect((await memory.records({ status: "current" })).map(({ summary }) => summary)).toEqual([text]);
  });

  test("a text that was dropped is discarded when it comes back, and recovered by its id", {
    tags: ["refusals-hold"],
  }, async () => {
    const memory = await openAt(await freshPlace());
    const { staged } = await memory.stage(lessons([text]));
    await memory.drop(staged[0]!.slice(0, 12));
    expect(await memory.staged()).toEqual([]);
    expect(await rememberAgain(memory)).toMatchObject({
      fate: "discard",
      reason: expect.stringContaining("dropped"),
    });
    expect(await memory.recover({ ids: staged })).toEqual({ recovered: staged, left: [] });
    expect(fates((await memory.reconcile()).outcomes)).toEqual(["add"]);
  });

  test("a text that was forgotten is nowhere any more, and is discarded when it comes back", {
    tags: ["refusals-hold", "forget"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const { outcomes } = await memory.save(lessons([{ summary: text, detail: "Shibboleth in the detail" }]));
    await memory.save(lessons([{ summary: text, detail: "Shibboleth in the detail" }], "session-2"));
    await memory.forget(outcomes[0]!.record_id!);
    for (const word of ["Shibboleth", "main branch", "push-to-the-main"]) {
      expect(filesHolding(place.folder, word)).toEqual([]);
    }
    expect(await rememberAgain(memory)).toMatchObject({
      fate: "discard",
      reason: expect.stringContaining("forgotten"),
    });
    expect(await codeOf(memory.restore(outcomes[0]!.record_id!))).toBe("not_found");
  });

  test("the quote that a record rests on is kept with its source, and forgotten with it, in whatever else it taught", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const said = "We never push to main, and the Shibboleth cluster is only for Ada";
    const taught = (summary: string) => ({ summary, source_evidence: { quote: said, entry_id: "e1" } });
    const others = { summary: "Water the plants", source_evidence: { quote: "please water the plants" } };
    const { outcomes } = await memory.save(
      lessons([taught("Never push to main"), taught("Ada alone uses the cluster"), others]),
    );
    await memory.save(lessons([taught("Never push to main")], "session-2"));
    const first = await memory.record(
      outcomes.find(({ summary }) => summary === "Never push to main")!.record_id!,
    );
    expect(first.sources.map(({ quote, action }) => [quote, action])).toEqual([
      [said, "add"],
      [said, "duplicate"],
    ]);
    await memory.forget(first.id);
    expect(filesHolding(place.folder, "Shibboleth")).toEqual([]);
    const left = await memory.records({ status: "current" });
    expect(left.map(({ summary, sources }) => [summary, sources[0]?.quote]).sort()).toEqual([
      ["Ada alone uses the cluster", undefined],
      ["Water the plants", "please water the plants"],
    ]);
  });

  test("forgetting a record forgets what it replaced, so that no older wording comes back", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.save(lessons(["Deploys go out on Mondays"]));
    const [old] = await memory.records();
    writeFileSync(
      join(place.dir, "lessons", "newer.md"),
      `---\nid: rec_newer\nsupersedes: [${old!.id}]\n---\n# Deploys go out on Tuesdays\n`,
    );
    await memory.refresh();
    expect((await memory.record(old!.id)).status).toBe("superseded");
    await memory.forget("rec_newer");
    expect(filesHolding(place.folder, "Deploys")).toEqual([]);
    expect(await memory.records({ status: "current" })).toEqual([]);
  });
});

function filesHolding(folder: string, word: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return files.filter((name) => name.includes(word) || readFileSync(join(folder, name)).includes(word));
}

describe("undo", () => {
  test("of a record archives it, and what it superseded is current again", { tags: ["undo"] }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.save(lessons(["We deploy on Mondays"]));
    const [old] = await memory.records();
    writeFileSync(
      join(place.dir, "lessons", "newer.md"),
      `---\nid: rec_newer\nsupersedes: [${old!.id}]\n---\n# We deploy daily\n`,
    );
    await memory.refresh();
    expect(await codeOf(memory.undo({ record: old!.id }))).toBe("not_a_head");
    expect(await memory.undo({ record: "rec_newer" })).toEqual({ archived: ["rec_newer"], kept: [] });
    expect((await memory.record(old!.id)).status).toBe("current");
  });

  test("of a run archives all it founded, is a run itself, and repeated keeps what is archived already", {
    tags: ["undo"],
  }, async () => {
    const memory = await openAt(await freshPlace());
    const { run_id } = await memory.save(lessons(texts.slice(0, 3)));
    const undone = await memory.undo({ run: run_id });
    expect(undone.archived).toHaveLength(3);
    expect((await memory.runs())[0]).toMatchObject({ command: `undo ${run_id}`, archived: undone.archived });
    expect((await memory.undo({ run: run_id })).archived).toEqual([]);
    await memory.restore(undone.archived[0]!);
    expect((await memory.records({ status: "current" })).map(({ id }) => id)).toEqual([undone.archived[0]]);
  });

  test("changes nothing in a record but its status line", { tags: ["never-rewritten"] }, async () => {
    const memory = await openAt(await freshPlace());
    const { outcomes } = await memory.save(lessons([texts[0]]));
    const { path, id } = await memory.record(outcomes[0]!.record_id!);
    const before = readFileSync(path, "utf8");
    await memory.undo({ record: id });
    expect(readFileSync(path, "utf8")).toBe(before.replace("status: active", "status: archived"));
    await memory.restore(id);
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});

describe("runs", () => {
  test("an interrupted run shows what it made durable", async () => {
    const disk = memoryDisk();
    const memory = memoryOn(disk);
    await memory.stage(lessons(texts.slice(0, 4)));
    let chunks = 0;
    const dies = memory.reconcile({
      chunkSize: 2,
      onEvent: (event) => {
        if (event.kind === "chunk_started" && ++chunks === 2) throw new TypeError("the host died");
      },
    });
    await expect(dies).rejects.toThrow("the host died");
    const [run] = await memoryOn(disk.afterKill()).runs();
    expect(run).toMatchObject({ status: "interrupted", counts: { add: 2 } });
    expect(run?.outcomes.map(({ fate }) => fate)).toEqual(["add", "add"]);
  });

  test("are found by the start of their id, and tell each candidate's outcome and reason", {
    tags: ["explained"],
  }, async () => {
    const memory = await openAt(await freshPlace());
    const report = await memory.save(lessons([texts[0]]));
    const run = await memory.run(report.run_id.slice(0, -2));
    expect(run.outcomes).toEqual(report.outcomes);
    expect(run.outcomes[0]?.reason).toBe("Nothing similar is known.");
    expect(await codeOf(memory.run("run_nope"))).toBe("not_found");
  });
});

describe("the index", () => {
  const spoils: readonly [string, (path: string) => void][] = [
    ["deleted", (path) => rmSync(path)],
    ["emptied", (path) => truncateSync(path, 0)],
    ["cut in half", (path) => truncateSync(path, statSync(path).size >> 1)],
    ["overwritten with garbage", (path) => writeFileSync(path, "garbage ".repeat(40_000))],
    ["grown by garbage", (path) => appendFileSync(path, "garbage ".repeat(1_000))],
  ];
  for (const [how, spoil] of spoils) {
    test(`${how} between two queries, answers stay the same and it says so`, {
      tags: ["index-disposable"],
    }, async () => {
      const place = await freshPlace();
      const memory = await openAt(place);
      await memory.save(lessons(texts.slice(0, 8)));
      const before = await memory.records();
      spoil(join(place.dir, "index.db"));
      expect(await memory.records()).toEqual(before);
      expect((await memory.recall(texts[3]!)).map(({ summary }) => summary)).toEqual([texts[3]]);
    });

    test(`${how} in the middle of a run, the run goes on and doubles nothing`, {
      tags: ["index-disposable"],
    }, async () => {
      const place = await freshPlace();
      const memory = await openAt(place);
      await memory.stage(lessons(texts.slice(0, 12)));
      let spoilt = false;
      const report = await memory.reconcile({
        chunkSize: 3,
        onEvent: (event) => {
          if (spoilt || event.kind !== "outcome") return;
          spoilt = true;
          spoil(join(place.dir, "index.db"));
        },
      });
      expect(report.counts.add).toBe(12);
      expect(await memory.records()).toHaveLength(12);
      const again = await memory.save(lessons(texts.slice(0, 12), "session-2"));
      expect(again.counts.duplicate).toBe(12);
    });
  }

  test("deleted, its rebuilding is told", { tags: ["index-disposable"] }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.save(lessons(texts.slice(0, 2)));
    rmSync(join(place.dir, "index.db"));
    await memory.records();
    expect(memory.takeWarnings().join()).toMatch(/rebuilt from 2 records/);
  });
});

test("opening, looking and closing change no file, even with candidates waiting", {
  tags: ["looking-changes-nothing"],
}, async () => {
  const place = await freshPlace();
  const memory = await openAt(place);
  await memory.save(lessons(texts.slice(0, 2)));
  await memory.stage(lessons(texts.slice(2, 4)));
  await memory.close();
  const files = () => {
    const names = readdirSync(place.folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => !name.includes("index.db") && statSync(join(place.folder, name)).isFile(),
    );
    return names.sort().map((name) => [name, readFileSync(join(place.folder, name), "utf8")]);
  };
  const before = files();
  expect(before.length).toBeGreaterThan(3);
  const again = await openAt(place);
  await again.status();
  await again.context({});
  await again.recall(texts[0]!);
  await again.records();
  await again.close();
  expect(files()).toEqual(before);
});

describe("a dead letter", () => {
  /** One of the candidate that waits in `place`, as of some session. */
  function bury({ dir }: Place, session_id: string): string {
    const [name = ""] = readdirSync(join(dir, "staging"));
    const path = join(dir, "staging", name);
    const [candidate] = JSON.parse(readFileSync(path, "utf8")).candidates.lessons;
    const { candidate_id, category, observed_at: at } = candidate;
    const letter = {
      ...{ schemaVersion: 1, candidate_id, kind: "attempts_exhausted", category, session_id },
      ...{ attempts: 3, reason: "x", violations: [], run_id: "run_1", at, candidate },
    };
    mkdirSync(join(dir, "deadletter"), { recursive: true });
    writeFileSync(join(dir, "deadletter", `${candidate_id}.json`), JSON.stringify(letter));
    return path;
  }

  test("whose candidate waits already is taken away by recovering it, and the candidate waits once", {
    tags: ["seen-twice"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 2)));
    bury(place, "session-1");
    expect(await memory.deadLetters()).toHaveLength(1);
    expect((await memory.recover({ all: true })).left).toEqual([]);
    expect(await memory.deadLetters()).toEqual([]);
    expect(await memory.staged()).toHaveLength(2);
    expect(readdirSync(join(place.dir, "staging"))).toHaveLength(1);
  });

  test("of a session whose id is a path is recovered into staging, and nowhere else", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 1)));
    rmSync(bury(place, "../../../outside"));
    expect((await memory.recover({ all: true })).recovered).toHaveLength(1);
    expect(readdirSync(join(place.dir, "staging"))).toHaveLength(1);
    expect(await memory.staged()).toMatchObject([{ session_id: "../../../outside" }]);
    const names = readdirSync(place.folder, { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => name.includes("outside") && !name.startsWith("project"))).toEqual([]);
  });
});

test("twice as many candidates write twice as many bytes, not more", async () => {
  const written = async (count: number) => {
    const disk = memoryDisk();
    let bytes = 0;
    const counted: Disk = {
      ...disk,
      create: (path, text) => {
        bytes += text.length;
        return disk.create(path, text);
      },
      append: (path, text) => {
        bytes += text.length;
        return disk.append(path, text);
      },
    };
    const memory = memoryOn(counted);
    const many = distinctTexts(count);
    for (let at = 0; at < count; at += 100) {
      await memory.stage(lessons(many.slice(at, at + 100), `session-${at}`));
    }
    expect((await memory.reconcile({ budgetMs: 1e9 })).counts.add).toBe(count);
    return bytes;
  };
  const [once, twice] = [await written(200), await written(400)];
  expect(once).toBeGreaterThan(100_000);
  expect(twice / once).toBeLessThan(2.1);
});

describe("files that people touch", () => {
  test("a record edited by hand is recalled as edited; one added by hand is known; one made nonsense is told and left", {
    tags: ["files-are-yours"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const { outcomes } = await memory.save(lessons(["Use tabs in Makefiles"]));
    const { path } = await memory.record(outcomes[0]!.record_id!);
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace("Use tabs in Makefiles", "Use tabs in every Makefile"),
    );
    expect((await memory.recall("tabs makefile"))[0]?.summary).toBe("Use tabs in every Makefile");

    const mine = "# Rotate the keys in March\n\nAsk Ana.\n";
    writeFileSync(join(place.dir, "lessons", "mine.md"), mine, { mode: 0o600 });
    await memory.refresh();
    expect((await memory.recall("rotate keys"))[0]).toMatchObject({ detail: "Ask Ana.", category: "lesson" });

    writeFileSync(path, "---\nstatus: [broken\n---\nnonsense");
    await memory.refresh();
    expect(memory.takeWarnings().join("\n")).toContain("frontmatter");
    expect((await memory.doctor()).findings.map(({ code }) => code)).toEqual(["record_unreadable"]);
    expect(readFileSync(path, "utf8")).toContain("nonsense");
  });

  test("a staging file of a newer version stays in place with a warning", {
    tags: ["stable-formats"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 1)));
    const file = join(place.dir, "staging", "newer.json");
    writeFileSync(file, '{"schemaVersion": 2}');
    const report = await memory.reconcile();
    expect(report.counts.add).toBe(1);
    const warning = "staging/newer.json was written by a newer version. It waits for that one.";
    expect(report.warnings).toEqual([warning]);
    expect((await memory.status()).warnings).toEqual([warning]);
    expect(readFileSync(file, "utf8")).toBe('{"schemaVersion": 2}');
  });

  test("a staging file that can't be read becomes one dead letter, whole, and is recovered once it was corrected", {
    tags: ["malformed-alone"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.stage(lessons(texts.slice(0, 1)));
    writeFileSync(join(place.dir, "staging", "broken.json"), '{"lessons": ["Correct me"');
    const report = await memory.reconcile();
    expect(report.counts).toMatchObject({ add: 1, dead_lettered: 1 });
    const [letter] = await memory.deadLetters();
    expect(letter).toMatchObject({ kind: "malformed", category: null, raw: '{"lessons": ["Correct me"' });
    const { left } = await memory.recover({ all: true });
    expect(left).toEqual([
      {
        id: letter!.candidate_id,
        reason: expect.stringMatching(/^correct its file in deadletter\/, or drop it: it can't be read \(/),
      },
    ]);

    const path = join(place.dir, "deadletter", `${letter!.candidate_id}.json`);
    writeFileSync(path, readFileSync(path, "utf8").replace('[\\"Correct me\\"', '[\\"Correct me\\"]}'));
    expect((await memory.recover({ all: true })).recovered).toHaveLength(1);
    expect(await memory.deadLetters()).toEqual([]);
    expect((await memory.reconcile()).counts.add).toBe(1);
  });
});

describe("recall", () => {
  test("finds Chinese lessons, cuts to a budget, and says why each came and what was cut", async () => {
    const memory = await openAt(await freshPlace());
    await memory.save(
      lessons([
        "部署之前必须运行数据库迁移",
        "The deploy script needs the VPN",
        "The deploy script logs to stderr",
      ]),
    );
    expect((await memory.recall("数据库迁移"))[0]?.summary).toBe("部署之前必须运行数据库迁移");
    const found = await memory.recall("deploy script", { budgetTokens: 10, explain: true });
    expect(found.map(({ cut }) => cut === undefined)).toEqual([true, false]);
    expect(found[0]?.why).toContain("matches");
    expect(found[1]?.cut).toContain("budget of 10");
    expect(await memory.recall('"*(NEAR deploy^')).toHaveLength(2);
  });
});
