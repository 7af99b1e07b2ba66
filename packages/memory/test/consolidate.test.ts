import { type Disk, HoldfastError, type Transcript, type Turn } from "@holdfast/schema";
import {
  aFailure,
  aLesson,
  aTranscript,
  dyingDisk,
  everyDeath,
  fickleReader,
  memoryDisk,
  readingModel,
  runUntil,
  type ScriptedModel,
  type ShownTurn,
  scriptedModel,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import type { ConsolidateRequest } from "../src/index.ts";
import { memoryOn } from "./memory-on.ts";

const subjects = [
  "invoice",
  "ledger",
  "parcel",
  "tenant",
  "voucher",
  "webhook",
  "invoice run",
  "coupon",
  "refund",
  "basket",
];
const verbs = ["round", "archive", "verify", "mask", "cache", "sign"];
/** A sentence of a person; each is about something else. */
const rule = (n: number) =>
  `In the ${subjects[n % subjects.length]} service we ${verbs[n % verbs.length]} every ${subjects[(n * 7 + 3) % subjects.length]} of kind ${letters(n)} twice.`;
const letters = (n: number) => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26)).repeat(3);
const at = (n: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, n)).toISOString();
const person = (n: number): Turn => ({ id: `p${n}`, role: "user", text: rule(n), at: at(2 * n) });
const agent = (n: number): Turn => ({
  id: `a${n}`,
  role: "assistant",
  text: `Understood. ${"I will see to it. ".repeat(40)}`,
  at: at(2 * n + 1),
});

/** A session in which a person says so many rules, with an agent's answer after each. */
function aSessionOf(rules: number, over: Partial<Transcript> = {}): Transcript {
  return aTranscript({
    session_id: "long",
    turns: Array.from({ length: rules }, (_, n) => [person(n), agent(n)]).flat(),
    ...over,
  });
}

/** Learns every new sentence of a person, word for word. */
const attentive = () =>
  readingModel((turns) => ({ lessons: newSentences(turns).map((text) => aLesson(text, text)) }));
const newSentences = (turns: readonly ShownTurn[]) =>
  turns.filter(({ isNew, speaker }) => isNew && speaker === "the person").map(({ text }) => text);

const settings = { windowTokens: 1_000 };
const windowsAsked = (model: ScriptedModel) =>
  model.requests.filter(({ tool }) => tool.name === "submit_candidates").length;
const rulesKnown = async (disk: Disk) =>
  (await memoryOn(disk).records()).map(({ summary }) => summary).sort();
const allRules = (count: number) => Array.from({ length: count }, (_, n) => rule(n)).sort();

function read(disk: Disk, transcript: Transcript, request: ConsolidateRequest = {}) {
  return memoryOn(disk, { settings }).consolidate({ transcript, ...request });
}

describe("a session that is longer than a window", () => {
  test("is read in several, and everything in it is learnt, to its end", async () => {
    const disk = memoryDisk();
    const model = attentive();
    const report = await read(disk, aSessionOf(20), { model });
    expect(report).toMatchObject({ status: "completed", counts: { add: 20 } });
    expect(report.extraction).toMatchObject({ found: 20, refused: [], windows_left: 0, model: model.id });
    expect(report.extraction!.windows).toBe(windowsAsked(model));
    expect(windowsAsked(model)).toBeGreaterThan(4);
    expect(await rulesKnown(disk)).toEqual(allRules(20));
  });

  test("what a window taught is durable before the next is asked about", async () => {
    const disk = memoryDisk();
    const seen: number[] = [];
    const model = readingModel((turns) => {
      const staged = Object.keys(disk.files()).filter((path) => path.includes("/staging/"));
      seen.push(staged.length);
      return { lessons: newSentences(turns).map((text) => aLesson(text, text)) };
    });
    await read(disk, aSessionOf(8), { model });
    expect(seen).toEqual(seen.map((_, nth) => nth));
    expect(seen.length).toBeGreaterThan(1);
  });

  test("what is said in two windows becomes one candidate", async () => {
    const disk = memoryDisk();
    const model = readingModel(() => ({ lessons: [aLesson(rule(0), rule(0))] }));
    const turns = aSessionOf(8).turns.map((turn, index) =>
      index === 14 ? { ...turn, text: rule(0) } : turn,
    );
    const report = await read(disk, aSessionOf(8, { turns }), { model });
    expect(report.extraction!.found).toBe(1);
    expect(report.extraction!.cut.map(({ message }) => message).join("\n")).toMatch(/same as one before it/);
  });
});

describe("what was read is remembered by its content", () => {
  test("asked again, nothing is read and nothing is paid", { tags: ["read-once"] }, async () => {
    const disk = memoryDisk();
    await read(disk, aSessionOf(6), { model: attentive() });
    const model = attentive();
    const again = await read(disk, aSessionOf(6), { model });
    expect(model.requests).toEqual([]);
    expect(again.extraction!.sessions).toMatchObject([
      { already_read: 12, skipped: "all of its turns were read before" },
    ]);
  });

  test("a session that goes on, or is forked into another file, teaches only what is new", {
    tags: ["read-once"],
  }, async () => {
    const disk = memoryDisk();
    await read(disk, aSessionOf(4), { model: attentive() });
    const model = attentive();
    const fork = await read(disk, aSessionOf(6, { session_id: "fork", origin: "/fork.jsonl" }), { model });
    expect(fork.extraction).toMatchObject({ found: 2 });
    expect(await rulesKnown(disk)).toEqual(allRules(6));
  });

  test("an earlier line that was changed is read again, alone", async () => {
    const disk = memoryDisk();
    await read(disk, aSessionOf(6), { model: attentive() });
    const turns = aSessionOf(6).turns.map((turn) => (turn.id === "p1" ? { ...turn, text: rule(11) } : turn));
    const model = attentive();
    const changed = await read(disk, aSessionOf(6, { turns }), { model });
    expect(changed.extraction).toMatchObject({ found: 1, windows: 1 });
    expect(await rulesKnown(disk)).toContain(rule(11));
  });

  test("again reads all of it anew", async () => {
    const disk = memoryDisk();
    await read(disk, aSessionOf(4), { model: "local/rules" });
    const model = attentive();
    expect((await read(disk, aSessionOf(4), { model, again: true })).extraction).toMatchObject({ found: 4 });
    expect(await rulesKnown(disk)).toEqual(allRules(4));
  });
});

describe("caps hold, are told, and what is left is read next time", { tags: ["bounded-reading"] }, () => {
  test.each<[string, ConsolidateRequest, string]>([
    ["windows", { maxWindows: 2 }, "window_cap"],
    ["tokens", { maxExtractionTokens: 5_500 }, "token_cap"],
  ])("%s", async (_, cap, reason) => {
    const disk = memoryDisk();
    const model = attentive();
    const first = await read(disk, aSessionOf(20), { model, ...cap });
    expect(first).toMatchObject({ status: "stopped", stop_reason: reason });
    expect(first.extraction).toMatchObject({ stopped: reason });
    expect(first.extraction!.windows_left).toBeGreaterThan(0);
    expect(first.counts.add).toBeGreaterThan(0);
    const used = first.extraction!.tokens;
    if (cap.maxExtractionTokens)
      expect(used.input + used.output).toBeLessThanOrEqual(cap.maxExtractionTokens);
    if (cap.maxWindows) expect(windowsAsked(model)).toBe(cap.maxWindows);

    const rest = await read(disk, aSessionOf(20), { model });
    expect(first.extraction!.windows + rest.extraction!.windows).toBe(windowsAsked(model));
    expect(await rulesKnown(disk)).toEqual(allRules(20));
  });

  test("time", async () => {
    const disk = memoryDisk();
    const late = await read(disk, aSessionOf(20), { model: attentive(), extractionBudgetMs: 20_000 });
    expect(late).toMatchObject({ status: "stopped", stop_reason: "budget" });
    expect(late.counts.add).toBe(late.extraction!.found);
  });

  test("a cap below one window asks nothing, and says what a window takes", async () => {
    const model = attentive();
    const report = await read(memoryDisk(), aSessionOf(3), { model, maxExtractionTokens: 100 });
    expect(model.requests).toEqual([]);
    expect(report.warnings.join("\n")).toMatch(/One window takes about [\d]+ tokens, and 100 are allowed/);
  });

  test("before anything is asked, it is told what reading will take", async () => {
    const told: unknown[] = [];
    const model = readingModel((turns) => {
      told.push("asked");
      return { lessons: newSentences(turns).map((text) => aLesson(text, text)) };
    });
    const report = await read(memoryDisk(), aSessionOf(8), {
      model,
      onEvent: (event) => {
        if (event.kind === "extraction_started") told.push(event);
      },
    });
    const { windows, caps } = report.extraction!;
    expect(told[0]).toMatchObject({ kind: "extraction_started", sessions: 1, windows, caps });
    expect(told[1]).toBe("asked");
  });
});

describe("an abort and a replaced host stop before the next window", () => {
  test("what was read is kept, nothing is settled, and the next run goes on", async () => {
    const disk = memoryDisk();
    const stop = new AbortController();
    const model = readingModel((turns, nth) => {
      if (nth === 1) stop.abort();
      return { lessons: newSentences(turns).map((text) => aLesson(text, text)) };
    });
    const report = await read(disk, aSessionOf(20), { model, signal: stop.signal });
    expect(report).toMatchObject({ status: "stopped", stop_reason: "aborted", outcomes: [] });
    expect(report.stage!.staged.length).toBeGreaterThan(0);
    expect(await memoryOn(disk).runs()).toMatchObject([
      { run_id: report.run_id, status: "stopped", stop_reason: "aborted", model_calls: report.model_calls },
    ]);
    await read(disk, aSessionOf(20), { model: attentive() });
    expect(await rulesKnown(disk)).toEqual(allRules(20));
  });

  test("a stale generation writes nothing more, not even what was answered", {
    tags: ["stale-generation"],
  }, async () => {
    const disk = memoryDisk();
    let current = true;
    const model = readingModel((turns) => {
      current = false;
      return { lessons: newSentences(turns).map((text) => aLesson(text, text)) };
    });
    const report = await read(disk, aSessionOf(4), { model, isCurrent: () => current });
    expect(report).toMatchObject({ status: "stopped", stop_reason: "stale_generation" });
    expect(Object.keys(disk.files()).filter((path) => path.includes("/staging/"))).toEqual([]);
  });
});

describe("a model that lies", { tags: ["grounded"] }, () => {
  test.each<[string, (turns: readonly ShownTurn[]) => object[]]>([
    ["without a quote", () => [{ summary: "Always use tabs" }]],
    ["with a quote of its own", () => [aLesson("Always use tabs", "From now on always use tabs please")]],
    ["with a quote from the rules it was given", () => [aLesson("Use dates in full", "Write dates in full")]],
    [
      "with a quote from its context",
      (turns) => turns.filter(({ isNew }) => !isNew).map(({ text }) => aLesson("Old", text)),
    ],
    ["with a heading of ours", () => [aLesson("Heading", "T1: the person, 2026-01-05 09:00, new")]],
    ["with the mark of foreign lines", (turns) => [aLesson("Marked", `| ${turns[0]!.text}`)]],
  ])("%s stages nothing, and is told why", async (_, lie) => {
    const disk = memoryDisk();
    const report = await read(disk, aSessionOf(8), {
      model: readingModel((turns) => ({ lessons: lie(turns) })),
    });
    expect(report.extraction!.found).toBe(0);
    expect(report.stage!.staged).toEqual([]);
    expect(await memoryOn(disk).records()).toEqual([]);
    expect([...report.extraction!.refused, ...report.extraction!.cut].length).toBeGreaterThan(0);
  });

  test("one lie costs only itself", async () => {
    const disk = memoryDisk();
    const model = readingModel((turns) => ({
      lessons: [
        aLesson("Always use tabs", "nobody said so at all"),
        ...newSentences(turns).map((text) => aLesson(text, text)),
      ],
    }));
    const report = await read(disk, aSessionOf(3), { model });
    expect(report.extraction).toMatchObject({ found: 3 });
    expect(report.extraction!.refused.length).toBe(report.extraction!.windows);
  });
});

describe("a model that fails", () => {
  test.each(["auth", "quota"] as const)(
    "%s: stops at once, and everything is read next time",
    async (failure) => {
      const disk = memoryDisk();
      const model = readingModel(() => aFailure(failure));
      const report = await read(disk, aSessionOf(8), { model });
      expect(report).toMatchObject({
        status: "stopped",
        stop_reason: "model_failed",
        extraction: { windows: 0 },
      });
      expect(windowsAsked(model)).toBe(1);
      expect(report.warnings.join("\n")).toContain(failure);
      await read(disk, aSessionOf(8), { model: attentive() });
      expect(await rulesKnown(disk)).toEqual(allRules(8));
    },
  );

  test.each(["rate_limited", "overloaded", "network", "protocol"] as const)(
    "%s once: the window is asked about again",
    async (failure) => {
      const disk = memoryDisk();
      const model = readingModel((turns, nth) =>
        nth === 1 ? aFailure(failure) : { lessons: newSentences(turns).map((text) => aLesson(text, text)) },
      );
      expect(await read(disk, aSessionOf(8), { model })).toMatchObject({ status: "completed" });
      expect(await rulesKnown(disk)).toEqual(allRules(8));
    },
  );

  test.each(["timeout", "truncated", "refused"] as const)(
    "%s for much: the window is halved",
    async (failure) => {
      const disk = memoryDisk();
      const model = readingModel((turns) =>
        newSentences(turns).length > 1
          ? aFailure(failure)
          : { lessons: newSentences(turns).map((text) => aLesson(text, text)) },
      );
      expect(await read(disk, aSessionOf(6), { model })).toMatchObject({ status: "completed" });
      expect(await rulesKnown(disk)).toEqual(allRules(6));
    },
  );

  test("refused for one turn: the rules read it, it is told, and is not paid for again", async () => {
    const disk = memoryDisk();
    const bad = "Remember that the vault key is rotated on Mondays.";
    const turns = aSessionOf(6).turns.map((turn) => (turn.id === "p1" ? { ...turn, text: bad } : turn));
    const model = readingModel((shown) =>
      shown.some(({ text, isNew }) => isNew && text === bad)
        ? aFailure("refused")
        : { lessons: newSentences(shown).map((text) => aLesson(text, text)) },
    );
    const report = await read(disk, aSessionOf(6, { turns }), { model });
    expect(report.status).toBe("completed");
    expect(report.extraction!.cut.map(({ message }) => message)).toContain(
      "The model could not read it; only the rules have.",
    );
    expect(await rulesKnown(disk)).toContain("The vault key is rotated on Mondays");
    const asked = model.requests.length;
    await read(disk, aSessionOf(6, { turns }), { model });
    expect(model.requests.length).toBe(asked);
  });

  test("an answer that can't be read is no reading: two such turns end the run, and nothing counts as read", async () => {
    const disk = memoryDisk();
    const model = readingModel(() => ({
      kind: "answered",
      input: "Sure!",
      stop_reason: "end_turn",
      usage: { input: 1, output: 1 },
    }));
    expect(await read(disk, aSessionOf(4), { model })).toMatchObject({ stop_reason: "model_failed" });
    await read(disk, aSessionOf(4), { model: attentive() });
    expect(await rulesKnown(disk)).toEqual(allRules(4));
  });
});

describe("no call is paid for in vain", () => {
  test("a model that hangs is asked once, for all of the time that is left, and the run ends by its budget", async () => {
    const model = scriptedModel(["hang"]);
    const memory = memoryOn(memoryDisk(), { settings, now: () => new Date() });
    const report = await memory.consolidate({ transcript: aSessionOf(8), model, extractionBudgetMs: 2_300 });
    expect(report).toMatchObject({
      status: "stopped",
      stop_reason: "budget",
      extraction: { stopped: "budget" },
    });
    expect(model.requests).toHaveLength(1);
  });

  test("with too little time left for an answer, none is asked for", async () => {
    const model = attentive();
    const report = await read(memoryDisk(), aSessionOf(8), { model, extractionBudgetMs: 1_500 });
    expect(report).toMatchObject({ status: "stopped", stop_reason: "budget" });
    expect(model.requests).toEqual([]);
  });

  test("a provider that does not say what a call took still meets the cap", async () => {
    const model = readingModel(() => ({
      kind: "answered",
      input: { lessons: [] },
      stop_reason: "tool_use",
      usage: { input: 0, output: 0 },
    }));
    const report = await read(memoryDisk(), aSessionOf(20), { model, maxExtractionTokens: 8_000 });
    expect(report.stop_reason).toBe("token_cap");
    expect(windowsAsked(model)).toBeLessThan(4);
  });

  test("where nothing could be kept, nothing is asked", async () => {
    const disk = memoryDisk();
    const model = attentive();
    const full: Disk = {
      ...disk,
      append: async (path) => {
        throw new HoldfastError("disk_full", `There is no room for ${path}.`, { hint: "Make room." });
      },
    };
    await expect(read(full, aSessionOf(4), { model })).rejects.toMatchObject({ code: "disk_full" });
    expect(model.requests).toEqual([]);
  });

  test("two processes that read one session share its windows: nothing is learnt twice", {
    tags: ["read-once"],
  }, async () => {
    const disk = memoryDisk();
    const asked: string[] = [];
    const slow = () =>
      readingModel(async (turns) => {
        asked.push(newSentences(turns).join());
        await new Promise((done) => setTimeout(done, 5));
        return {
          lessons: newSentences(turns).map((text) =>
            aLesson(`${text} (${asked.length})`.replace(/ \(.*/, ""), text),
          ),
        };
      });
    await Promise.all([
      read(disk, aSessionOf(12), { model: slow() }),
      read(disk, aSessionOf(12), { model: slow() }),
    ]);
    await memoryOn(disk).reconcile();
    expect(await rulesKnown(disk)).toEqual(allRules(12));
  });

  test("windows that need no model are remembered at once, not one by one", async () => {
    const turns = Array.from(
      { length: 400 },
      (_, n): Turn => ({ id: `${n}`, role: "user", text: "ok", at: at(n) }),
    );
    turns.push(person(1));
    const disk = dyingDisk(memoryDisk());
    await read(disk, aSessionOf(0, { turns }), { model: attentive() });
    expect(disk.changes.filter(({ path }) => path.endsWith("consolidated.jsonl")).length).toBeLessThan(30);
  });
});

describe("a session with nothing to learn costs no model call, and it is said why", {
  tags: ["nothing-silent"],
}, () => {
  test.each<[string, Turn[], RegExp]>([
    ["no turns", [], /no turns/],
    ["nods only", [{ id: "1", role: "user", text: "yes, go on" }, agent(1)], /word or two/],
    ["an agent alone", [agent(1), agent(2)], /no person/],
  ])("%s", async (_, turns, why) => {
    const disk = memoryDisk();
    const model = attentive();
    const report = await read(disk, aSessionOf(0, { turns }), { model });
    expect(report).toMatchObject({ status: "idle", model_calls: 0 });
    expect(report.extraction!.sessions[0]!.skipped).toMatch(why);
    const again = await read(disk, aSessionOf(0, { turns }), { model });
    expect(again.extraction!.sessions[0]!.already_read).toBe(turns.length);
    expect(model.requests).toEqual([]);
  });

  test("calls that taught nothing are in the log with what they cost", async () => {
    const disk = memoryDisk();
    await read(disk, aSessionOf(2), { model: readingModel(() => ({})) });
    expect(await memoryOn(disk).runs()).toMatchObject([
      { command: "consolidate", status: "idle", model_calls: 1, extraction: { windows: 1, found: 0 } },
    ]);
  });

  test("what was not kept does not stay in the log", async () => {
    const disk = memoryDisk();
    const model = readingModel((turns) => ({
      lessons: [
        aLesson("Always use tabs", "nobody said that"),
        ...newSentences(turns).map((text) => aLesson(text, text)),
      ],
    }));
    await read(disk, aSessionOf(2), { model });
    const log = new TextDecoder().decode((await disk.read("/project/.holdfast/runs.jsonl"))!);
    expect(log).not.toContain("tabs");
  });
});

describe("killed at any step on the disk, and run again", () => {
  const session = aSessionOf(8);
  const consolidate = (disk: Disk, model: ScriptedModel) => read(disk, session, { model });

  for (const how of ["kill -9", "a power cut"] as const) {
    test(`by ${how}: no candidate twice, none missed, no window paid for twice once it was staged`, async () => {
      const deaths = await everyDeath((disk) => consolidate(disk, fickleReader()));
      const windows = windowsOf(await undisturbed());
      expect(deaths.length).toBeGreaterThan(60);
      for (const death of deaths) {
        const first = fickleReader();
        const died = await runUntil(death, (disk) => consolidate(disk, first));
        const disk = how === "kill -9" ? died.afterKill() : died.afterPowerCut();
        const second = fickleReader();
        await consolidate(disk, second);
        const quotes = (await memoryOn(disk).records()).map(({ summary }) => summary.replace(/, \w+$/, "."));
        expect(quotes.sort(), `killed ${death.title}`).toEqual(allRules(8));
        expect(windowsAsked(first) + windowsAsked(second), `killed ${death.title}`).toBeLessThanOrEqual(
          windows + 1,
        );
      }
    }, 300_000);
  }

  async function undisturbed() {
    const model = fickleReader();
    await consolidate(memoryDisk(), model);
    return model;
  }
  const windowsOf = windowsAsked;
});

test("killed after a window was staged and before it was marked as read, it is not paid for again", async () => {
  const session = aSessionOf(1);
  const begun = await everyDeath((disk) => read(disk, session, { model: fickleReader() }));
  const afterStaging = begun.filter(({ title }) => /append .*consolidated\.jsonl/.test(title));
  expect(afterStaging.length).toBeGreaterThan(3);
  const last = afterStaging.filter(({ title }) => title.startsWith("before")).at(-1)!;
  const disk = (await runUntil(last, (d) => read(d, session, { model: fickleReader() }))).afterKill();
  const model = fickleReader();
  await read(disk, session, { model });
  expect(model.requests).toEqual([]);
  expect(await memoryOn(disk).records()).toHaveLength(1);
});
