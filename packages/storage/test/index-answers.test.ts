import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { forgottenOf, type MemoryRecord, type Source } from "@holdfast/schema";
import { aCandidate, aRecord } from "@holdfast/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encodeTerm } from "../src/index/encode-terms.ts";
import type { MemoryIndex } from "../src/index/memory-index.ts";
import { rareTerms } from "../src/index/rare-terms.ts";
import { aLine, type IndexFolder, indexFolder, manyRecords } from "./index-folder.ts";

let folder: IndexFolder;
beforeEach(() => {
  folder = indexFolder();
});
afterEach(() => folder.end());

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
const at = (day: number) => `2030-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;

/** Every answer comes from the database, or, when there is none to be had, from the files. */
describe.each(["the database", "the files"])("from %s", (source) => {
  function open(): MemoryIndex {
    if (source === "the database") return folder.open();
    const inTheWay = join(folder.dir, "in-the-way");
    mkdirSync(inTheWay, { recursive: true });
    return folder.open({ databasePath: inTheWay });
  }

  afterEach(() => {
    const fallback = expect.stringContaining("Answers are read from the files");
    expect(folder.warnings).toEqual(source === "the database" ? [] : [fallback]);
  });

  function put(over: Partial<MemoryRecord>): MemoryRecord {
    const record = aRecord(over);
    folder.put(record);
    return record;
  }

  test("a candidate finds the record that says the same in other words, before others", async () => {
    for (const record of manyRecords(60)) folder.put(record);
    const wanted = put({
      summary: "Run migrations before integration tests",
      detail: "The schema is empty.",
    });
    put({ summary: "Deploy on Tuesdays", detail: "The tests run at night." });
    const candidate = aCandidate({
      summary: "Integration tests need the migrations",
      detail: "Run them first.",
    });
    const { records, documents, frequency } = await open().similar(candidate);
    expect(records[0]).toEqual(wanted);
    expect(documents).toBe(62);
    const counts = [...frequency.values()];
    expect(Math.max(...counts)).toBe(2);
    expect(frequency.size).toBeGreaterThan(3);
  });

  test("a candidate that shares no word with anything finds nothing, in an empty memory too", async () => {
    const index = open();
    const candidate = aCandidate({ summary: "zebra quagga", detail: "okapi", triggers: [] });
    expect(await index.similar(candidate)).toMatchObject({
      records: [],
      twins: [],
      refusals: [],
      documents: 0,
    });
    put({ summary: "Something else" });
    await index.refresh();
    expect(await index.similar(candidate)).toMatchObject({ records: [], twins: [], documents: 1 });
  });

  test("what is archived or superseded is no neighbour, but a twin when its summary is the same", async () => {
    const summary = "Use pnpm, not npm";
    const archived = put({ id: "rec_a", summary, status: "archived" });
    const old = put({ id: "rec_b", summary });
    const current = put({ id: "rec_c", summary, supersedes: ["rec_b"] });
    const { records, twins } = await open().similar(aCandidate({ summary: "use pnpm, not npm." }));
    expect(records).toEqual([current]);
    expect(twins).toEqual([
      { record: archived, standing: "archived" },
      { record: old, standing: "superseded" },
      { record: current, standing: "current" },
    ]);
  });

  test("archiving what supersedes a record makes that current again", async () => {
    put({ id: "rec_b" });
    put({ id: "rec_c", supersedes: ["rec_b"], status: "archived" });
    const rows = await open().rows();
    expect(rows.map(({ id, status, superseded_by }) => [id, status, superseded_by])).toEqual([
      ["rec_c", "archived", []],
      ["rec_b", "current", []],
    ]);
  });

  test("Chinese texts meet", async () => {
    const record = put({ summary: "部署前必须运行数据库迁移", detail: "测试数据库是空的。" });
    put({ summary: "周二不要发布", detail: "值班的人不在。" });
    const index = open();
    expect(
      (await index.similar(aCandidate({ summary: "运行数据库迁移再测试", detail: "" }))).records[0],
    ).toEqual(record);
    expect((await index.search("数据库迁移", { limit: 5 }))[0]?.row.id).toBe(record.id);
  });

  test("only what a person refused is a refusal, by its summary or its whole text, also when it was forgotten", async () => {
    const candidate = aCandidate({ summary: "Never use tabs" });
    const other = aCandidate({ summary: "Always use tabs" });
    const forgotten = { ...forgottenOf(candidate), candidate_id: "cand_f" };
    const refused = aLine({ fate: "discard", by: "person" }, candidate);
    const erased = aLine({ fate: "discard", by: "person", candidate_id: "cand_f", candidate: forgotten });
    folder.appendLedger(refused, aLine({ fate: "discard" }, candidate), erased);
    folder.appendLedger(aLine({ fate: "discard", by: "person" }, other));
    expect((await open().similar(candidate)).refusals).toEqual([refused, erased]);
  });

  test("a candidate is settled where its highest round is, in a record rather than in the ledger", async () => {
    const founder = (candidate_id: string, round?: number): Source => ({
      ...{ candidate_id, session_id: "s", run_id: "run_1", action: "add" },
      ...(round === undefined ? {} : { round }),
    });
    put({ id: "rec_a", sources: [founder("cand_a"), founder("cand_b")] });
    put({ id: "rec_b", sources: [founder("cand_b", 2)] });
    folder.appendLedger(
      aLine({ candidate_id: "cand_a", record_id: "rec_z" }),
      aLine({ candidate_id: "cand_c", fate: "discard" }),
      aLine({ candidate_id: "cand_d", record_id: "rec_a" }, aCandidate({ round: 1 })),
    );
    const settled = await open().settled(["cand_a", "cand_b", "cand_c", "cand_d", "cand_none"]);
    expect(Object.fromEntries(settled)).toEqual({
      cand_a: { place: "record", record_id: "rec_a", round: 0 },
      cand_b: { place: "record", record_id: "rec_b", round: 2 },
      cand_c: { place: "ledger", round: 0 },
      cand_d: { place: "ledger", record_id: "rec_a", round: 1 },
    });
  });

  test("rows are newest first, joined with what confirmed them and what replaced them", async () => {
    const old = put({ id: "rec_a", created_at: at(1) });
    put({ id: "rec_c", created_at: at(3), category: "domain", supersedes: ["rec_a"] });
    put({ id: "rec_b", created_at: at(2), supersedes: ["rec_a"] });
    folder.appendLedger(aLine({ candidate_id: "cand_2", record_id: "rec_a", run_id: "run_2" }));
    folder.appendLedger(aLine({ record_id: "rec_a", fate: "discard" }));
    const index = open();
    expect(idsOf(await index.rows())).toEqual(["rec_c", "rec_b", "rec_a"]);
    const confirmed = {
      candidate_id: "cand_2",
      session_id: "session-1",
      run_id: "run_2",
      action: "duplicate",
    };
    expect((await index.rows())[2]).toEqual({
      ...old,
      status: "superseded",
      superseded_by: ["rec_b", "rec_c"],
      sources: [...old.sources, confirmed],
      reinforced: 2,
      path: join(folder.dir, "lessons/rec_a.md"),
    });
    expect(idsOf(await index.rows({ status: "current", category: "domain" }))).toEqual(["rec_c"]);
    expect(idsOf(await index.rows({ status: "current", limit: 1 }))).toEqual(["rec_c"]);
    expect(idsOf(await index.rows({ category: "preference" }))).toEqual([]);
    expect(await index.counts()).toEqual({ current: 2, superseded: 1, archived: 0, ledger: 2 });
  });

  test("the outline has every record without its text, newest first; rows of ids are those alone", async () => {
    put({ id: "rec_a", created_at: at(1), category: "domain" });
    put({ id: "rec_c", created_at: at(3), supersedes: ["rec_a"] });
    put({ id: "rec_b", created_at: at(2), status: "archived" });
    const index = open();
    expect(await index.outline()).toEqual([
      { id: "rec_c", category: "lesson", status: "current", scope: "project", created_at: at(3) },
      { id: "rec_b", category: "lesson", status: "archived", scope: "project", created_at: at(2) },
      { id: "rec_a", category: "domain", status: "superseded", scope: "project", created_at: at(1) },
    ]);
    expect(idsOf(await index.rows({ ids: ["rec_a", "rec_c", "rec_none"] }))).toEqual(["rec_c", "rec_a"]);
    expect(await index.rows({ ids: [] })).toEqual([]);
    expect(idsOf(await index.rows({ ids: ["rec_a", "rec_c"], status: "current" }))).toEqual(["rec_c"]);
  });

  test("a duplicate brings the words that it was heard as", async () => {
    const { id } = put({ id: "rec_a" });
    const candidate = aCandidate({ source_evidence: { quote: "pnpm, please" } });
    folder.appendLedger(aLine({ candidate_id: "cand_2", record_id: id }, candidate));
    const [row] = await open().rows();
    expect(row?.sources.at(-1)).toMatchObject({ action: "duplicate", quote: "pnpm, please" });
  });

  test("a prefix finds every id that starts with it, and nothing of it is a pattern", async () => {
    for (const id of ["rec_ab", "rec_ac", "rec_b", "hand%made_ä😀"]) put({ id });
    const index = open();
    expect(idsOf(await index.find("rec_a"))).toEqual(["rec_ab", "rec_ac"]);
    expect(idsOf(await index.find("rec_ab"))).toEqual(["rec_ab"]);
    expect(idsOf(await index.find("hand%made_ä😀"))).toEqual(["hand%made_ä😀"]);
    expect(await index.find("rec%")).toEqual([]);
    expect(await index.find("REC_A")).toEqual([]);
    folder.appendLedger(aLine({ candidate_id: "cand_12" }), aLine({ candidate_id: "cand_13" }));
    expect((await index.findLedger("cand_1")).map((line) => line.candidate_id)).toEqual([
      "cand_12",
      "cand_13",
    ]);
    expect(await index.findLedger("cand_13")).toHaveLength(1);
  });

  test("a run is known by what it left behind", async () => {
    const of = (run_id: string, candidate_id: string): Source[] => [
      { candidate_id, session_id: "s", run_id, action: "add" },
    ];
    put({ id: "rec_a", sources: of("run_1", "cand_a") });
    put({ id: "rec_b", sources: of("run_2", "cand_b") });
    folder.appendLedger(
      aLine({ run_id: "run_1", record_id: "rec_b" }),
      aLine({ run_id: "run_2", fate: "discard" }),
    );
    const { records, lines } = await open().outcomesOf("run_1");
    expect(idsOf(records)).toEqual(["rec_a"]);
    expect(lines.map(({ run_id }) => run_id)).toEqual(["run_1"]);
  });

  test("a search ranks a summary over a detail, and says which words and triggers matched", async () => {
    const triggers = [{ type: "command" as const, value: "docker compose" }];
    const inDetail = put({
      id: "rec_a",
      summary: "Start the services first",
      detail: "With docker compose.",
      triggers: [],
    });
    const inSummary = put({
      id: "rec_b",
      summary: "Docker compose needs version 2",
      detail: "Version 1 fails.",
      triggers,
    });
    put({ id: "rec_c", summary: "Docker compose was version 1", status: "archived" });
    put({ id: "rec_d", category: "domain", summary: "Unrelated", detail: "Nothing." });
    const hits = await open().search("how do I use docker compose?", { limit: 5 });
    expect(hits.map(({ row }) => row.id)).toEqual([inSummary.id, inDetail.id]);
    expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
    expect(hits[1]!.score).toBeGreaterThan(0);
    expect(hits[0]?.triggers).toEqual(triggers);
    expect(hits[0]?.terms).toHaveLength(2);
  });

  test("among equals the newer and the more confirmed come first", async () => {
    const text = { summary: "Restart the gateway", detail: "It leaks." };
    put({ id: "rec_old", ...text, observed_at: "2028-01-01T00:00:00.000Z" });
    put({ id: "rec_new", ...text });
    put({ id: "rec_sure", ...text });
    folder.appendLedger(...[1, 2, 3].map((n) => aLine({ candidate_id: `cand_${n}`, record_id: "rec_sure" })));
    const hits = await open().search("gateway", { limit: 3 });
    expect(hits.map(({ row }) => row.id)).toEqual(["rec_sure", "rec_new", "rec_old"]);
  });

  test.each([
    ["data", ["rec_a", "rec_b"]],
    ["databas", ["rec_a", "rec_b"]],
    ["databases", ["rec_a", "rec_b"]],
    ["migratio", ["rec_a"]],
    ["the migr", ["rec_a"]],
    ["Réd", ["rec_c"]],
    ["请", ["rec_e"]],
    ["d", []],
    ["xylo", []],
    ["data ", []],
    ["%", []],
    ['"dat', ["rec_a", "rec_b"]],
  ])("while it is typed, %j finds %j", async (query, wanted) => {
    put({ id: "rec_a", summary: "Seed the database before the migrations", detail: "", triggers: [] });
    put({ id: "rec_b", summary: "Databases are wiped each night", detail: "", triggers: [] });
    put({ id: "rec_c", summary: "La rédaction relit tout", detail: "", triggers: [] });
    put({ id: "rec_d", summary: "Write the codec in C++", detail: "", triggers: [] });
    put({ id: "rec_e", summary: "请求书用中文写", detail: "", triggers: [] });
    const found = await open().search(query, { limit: 5, unfinished: true });
    expect(found.map(({ row }) => row.id).sort()).toEqual(wanted);
  });

  test("what begins with a word is found only while it is typed", async () => {
    put({ id: "rec_a", summary: "Seed the database", detail: "", triggers: [] });
    expect(await open().search("datab", { limit: 5 })).toEqual([]);
  });

  test("a search keeps to its limit and its categories", async () => {
    for (const category of ["lesson", "domain"] as const) {
      for (let n = 0; n < 5; n++) put({ category, summary: `Gateway rule ${n}`, triggers: [] });
    }
    const index = open();
    expect(await index.search("gateway", { limit: 3 })).toHaveLength(3);
    const hits = await index.search("gateway", { limit: 10, categories: ["domain"] });
    expect(hits.map(({ row }) => row.category)).toEqual(Array(5).fill("domain"));
    expect(await index.search("gateway", { limit: 10, categories: [] })).toEqual([]);
  });

  const hostile = {
    "an unclosed quote": '"gateway',
    "two quotes": 'gate""way',
    "NEAR and columns": "NEAR(gateway summary, 2) OR summary:gateway NOT detail",
    "a star": "gateway* * ^gateway",
    SQL: "gateway'; drop table records; --",
    "NUL and controls": "gateway\u0000\u0001\u001b[2J",
    "half an emoji": "gateway \ud83d 😀",
    "only marks": '"()*:^-+',
    nothing: "",
    "100 kB of words": `gateway ${Array.from({ length: 12_500 }, (_, n) => `word${n}`).join(" ")}`,
    "100 kB without a blank": `gateway ${"x".repeat(100_000)}`,
    "private use characters": "gateway \ue022\ue022",
  };
  for (const [what, query] of Object.entries(hostile)) {
    test(`${what} is a safe query`, async () => {
      const record = put({ summary: "The gateway restarts", detail: "At night." });
      const hits = await open().search(query, { limit: 5 });
      expect(hits.map(({ row }) => row.id)).toEqual(
        /^gateway|"gateway|\(gateway/.test(query) ? [record.id] : [],
      );
    });
  }
});

test("both sources give the same rows, settled places, twins and hits", async () => {
  const records = manyRecords(30).map((record, n) => ({
    ...record,
    supersedes: n % 5 === 4 ? [`rec_${n - 1}`] : [],
    id: `rec_${n}`,
    status: n % 11 === 10 ? ("archived" as const) : ("active" as const),
  }));
  for (const record of records) folder.put(record);
  folder.appendLedger(
    ...records.slice(0, 9).map(({ id }, n) => aLine({ candidate_id: `cand_${n}`, record_id: id })),
  );
  mkdirSync(join(folder.dir, "in-the-way"));
  const [one, two] = [folder.open(), folder.open({ databasePath: join(folder.dir, "in-the-way") })];
  const questions: ((index: MemoryIndex) => Promise<unknown>)[] = [
    (index) => index.rows(),
    (index) => index.counts(),
    (index) => index.find("rec_1"),
    (index) => index.settled(["cand_1", "cand_99", records[3]!.sources[0]!.candidate_id]),
    (index) => index.search("team3 service port colour2", { limit: 4 }),
    (index) => index.search("team3 serv", { limit: 4, unfinished: true }),
    async (index) => {
      const { records: found, ...rest } = await index.similar(
        aCandidate({ summary: records[4]!.summary, detail: "team4" }),
      );
      return { ...rest, first: found[0] };
    },
  ];
  for (const question of questions) expect(await question(two)).toEqual(await question(one));
});

describe("a term in the index", () => {
  test("equal terms stay equal and different ones different, whatever they are made of", () => {
    const term = fc.string({ unit: "binary", maxLength: 8 }).filter((text) => !/[\ue000-\ue07f]/.test(text));
    fc.assert(
      fc.property(term, term, (a, b) => {
        expect(encodeTerm(a) === encodeTerm(b)).toBe(a === b);
        expect(encodeTerm(a)).not.toMatch(/[^a-z0-9\u0080-\u{10ffff}]/u);
      }),
    );
  });
});

describe("the terms that a candidate is searched by", () => {
  const choose = (counts: { [term: string]: number }, documents = 1_000) =>
    rareTerms(new Map(Object.entries(counts)), { documents, most: 8 });

  test("are the rarest that stand anywhere, at most eight", () => {
    const counts = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`t${String(n).padStart(2, "0")}`, n]),
    );
    expect(choose(counts)).toEqual(["t01", "t02", "t03", "t04", "t05", "t06", "t07", "t08"]);
  });

  test("leave out what stands in a large share when there are rarer ones", () => {
    expect(choose({ a: 1, b: 2, c: 3, the: 900 })).toEqual(["a", "b", "c"]);
    expect(choose({ the: 900, of: 800 })).toEqual(["of", "the"]);
  });

  test("leave out what would have too many records looked at", () => {
    const counts = { a: 9_000, b: 9_001, c: 9_002, d: 9_003 };
    expect(choose(counts, 100_000)).toEqual(["a", "b", "c"]);
  });
});
