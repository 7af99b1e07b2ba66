import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  categories,
  deadLetterRowSchema,
  errorAnswerSchema,
  recalledSchema,
  recordRowSchema,
  runReportSchema,
  scopes,
  stagedRowSchema,
  stageResultSchema,
  statusSchema,
  traceSchema,
  undoneSchema,
} from "@holdfast/schema";
import { expect, test } from "vitest";
import { aPerson, lessons } from "./run-command.ts";

const text: string = expect.stringMatching(/\S/);
const number: number = expect.any(Number);
const oneOf = (...values: readonly string[]): string => expect.stringMatching(`^(${values.join("|")})$`);
const category = oneOf(...categories);
const scope = oneOf(...scopes);
const id = (kind: string): string => expect.stringMatching(`^${kind}_[0-9a-f]{20}$`);

const stagedRow = {
  candidate_id: id("cand"),
  category,
  scope,
  session_id: text,
  reconcile_attempts: number,
  last_violations: [],
  summary: text,
  detail: expect.any(String),
  file: text,
};
const recalled = {
  id: id("rec"),
  category,
  scope,
  summary: text,
  detail: expect.any(String),
  trust: "agent",
  score: number,
  why: text,
};
const status = {
  dir: text,
  user_dir: text,
  records: number,
  staged: number,
  dead_letters: number,
  writer: null,
  model: "local/rules",
  model_how: "rules",
  extraction_model: "local/rules",
  extraction_model_how: "rules",
  settings: expect.any(Object),
  warnings: [],
};

/** One story through every command: each answer has its documented shape, and says what the story did. */
test.concurrent("every command answers with its documented shape", {
  timeout: 60_000,
  tags: ["json-output"],
}, async () => {
  const person = aPerson();
  const { json } = person;
  const ok = async (args: readonly string[], options?: { stdin: string }) => {
    const { code, value, stderr } = await json(args, options);
    expect(stderr, args.join(" ")).toBe("");
    expect(code, args.join(" ")).toBe(0);
    return value;
  };
  const run = async (args: readonly string[], options?: { stdin: string }) =>
    runReportSchema.strict().parse(await ok(args, options));
  const row = async (args: readonly string[]) => recordRowSchema.strict().parse(await ok(args));

  expect(await ok(["status"])).toEqual({ ...status, last_run: null });
  for (const command of ["staging", "deadletter", "list", "runs", "recall x"]) {
    expect(await ok(command.split(" "))).toEqual([]);
  }

  const stdin = lessons("Run the tests with pnpm", "Ship on Friday");
  const first = stageResultSchema.strict().parse(await ok(["stage", "-"], { stdin }));
  expect(first.staged).toEqual([id("cand"), id("cand")]);
  const again = stageResultSchema.strict().parse(await ok(["stage"], { stdin }));
  expect(again.staged).toEqual([]);
  expect(again.already).toEqual(first.staged.map((one) => ({ id: one, place: "staging" })));

  expect(await ok(["staging"])).toEqual([stagedRow, stagedRow]);
  stagedRowSchema
    .strict()
    .array()
    .parse(await ok(["staging"]));
  expect(traceSchema.strict().parse(await ok(["show", first.staged[0]!]))).toMatchObject({
    place: "staging",
    candidate_id: first.staged[0],
  });
  expect(await ok(["drop", first.staged[1]!])).toEqual({ dropped: first.staged[1] });
  expect(await ok(["recover", first.staged[1]!])).toEqual({ recovered: [first.staged[1]], left: [] });

  const settled = await run(["reconcile"]);
  expect(settled).toMatchObject({
    command: "reconcile",
    status: "completed",
    counts: { staged: 2, add: 2 },
  });
  expect(await run(["reconcile"])).toMatchObject({ status: "idle", outcomes: [] });

  const decision = {
    summary: "Use SQLite",
    why: "One file",
    alternatives: ["Postgres"],
    scope_suggestion: "user",
  };
  const saved = await run(["save", "-", "--session", "s2"], {
    stdin: JSON.stringify({ decisions: [decision] }),
  });
  expect(saved).toMatchObject({ command: "save", counts: { add: 1 }, stage: { staged: [id("cand")] } });
  const remembered = await run(["remember", "Ship on Friday!", "--category", "lesson"]);
  expect(remembered.outcomes).toMatchObject([{ fate: "duplicate", record_id: id("rec") }]);

  const rows = recordRowSchema
    .strict()
    .array()
    .parse(await ok(["list"]));
  expect(rows.find((one) => one.category === "decision")).toMatchObject({
    scope: "user",
    why: "One file",
    alternatives: ["Postgres"],
  });
  const shipped = rows.find(({ summary }) => summary === "Ship on Friday")!;
  expect(shipped).toMatchObject({ status: "current", reinforced: 2, superseded_by: [] });
  expect(shipped.sources.map(({ action }) => action)).toEqual(["add", "duplicate"]);
  expect(await row(["show", shipped.id.slice(0, 12)])).toEqual(shipped);
  const answer = recalledSchema
    .strict()
    .array()
    .parse(await ok(["recall", "when do we ship?"]));
  expect(answer[0]).toEqual({ ...recalled, id: shipped.id });
  expect(await ok(["recall", "tests ship", "--limit", "1", "--explain"])).toEqual([
    recalled,
    { ...recalled, cut: "over the limit of 1" },
  ]);

  expect(await row(["archive", shipped.id])).toMatchObject({ id: shipped.id, status: "archived" });
  expect(await row(["restore", shipped.id])).toMatchObject({ status: "current" });
  const founded = settled.outcomes.map(({ record_id }) => record_id!).sort();
  const undone = undoneSchema.strict().parse(await ok(["undo", settled.run_id]));
  expect(undone).toEqual({ archived: expect.any(Array), kept: [] });
  expect(undone.archived.sort()).toEqual(founded);
  const repeated = await ok(["undo", settled.run_id]);
  expect(repeated).toEqual({ archived: [], kept: founded.map(() => ({ id: id("rec"), reason: text })) });

  const runs = runReportSchema
    .strict()
    .array()
    .parse(await ok(["runs"]));
  const undo = `undo ${settled.run_id}`;
  expect(runs.map(({ command }) => command)).toEqual([undo, undo, "save", "save", "reconcile"]);
  expect(await run(["runs", settled.run_id])).toMatchObject({ outcomes: settled.outcomes });
  expect(await ok(["forget", shipped.id])).toEqual({
    forgotten: expect.arrayContaining([shipped.id, first.staged[1]]),
  });
  expect(await ok(["doctor"])).toEqual({ findings: [], fixed: [] });
  const { last_run, ...rest } = statusSchema.strict().parse(await ok(["status"]));
  expect(rest).toEqual(status);
  runReportSchema.omit({ outcomes: true }).strict().parse(last_run);
});

test.concurrent("what can't be read becomes a dead letter that says why, and can be recovered once it is corrected", async () => {
  const person = aPerson();
  const waits = await person.run(["stage", "-"], { stdin: lessons("Keep the changelog") });
  expect(waits.stdout).toContain(
    "1 staged, 0 known already, 0 refused. holdfast reconcile settles what waits.",
  );
  const staging = join(person.dir, "staging");
  const [name] = readdirSync(staging);
  const file = JSON.parse(readFileSync(join(staging, name!), "utf8"));
  file.candidates.lessons.push({
    ...file.candidates.lessons[0],
    candidate_id: "cand_0123456789abcdef0123",
    detail: 7,
  });
  writeFileSync(join(staging, name!), JSON.stringify(file));
  writeFileSync(join(staging, "torn.json"), '{"schemaVersion": 1, "cand');

  const run = await person.json(["reconcile"]);
  expect(run.code).toBe(0);
  expect(runReportSchema.parse(run.value).counts).toMatchObject({ add: 1, dead_lettered: 2 });
  const { value } = await person.json(["deadletter"]);
  const letters = deadLetterRowSchema.strict().array().parse(value);
  const letter = {
    candidate_id: text,
    session_id: text,
    attempts: 0,
    kind: "malformed",
    violations: [],
    reason: text,
  };
  expect(letters).toEqual([expect.objectContaining(letter), expect.objectContaining(letter)]);
  expect(letters.map(({ category }) => category).sort()).toEqual(["lesson", null]);
  expect((await person.json(["status"])).value.dead_letters).toBe(2);

  const told = (await person.run(["deadletter"])).stdout;
  const toCorrect = [...told.matchAll(/Correct (\S+) in the memory folder first\./g)].map(
    ([, path]) => path!,
  );
  expect(toCorrect).toHaveLength(2);
  for (const path of toCorrect) expect(existsSync(join(person.dir, path)), path).toBe(true);
  for (const { candidate_id } of letters) expect(told).toContain(`holdfast drop ${candidate_id}`);

  const left = await person.json(["recover", "--all"]);
  expect(left.code).toBe(1);
  expect(left.value).toEqual({ recovered: [], left: [expect.anything(), expect.anything()] });
  const dropped = await person.json(["drop", letters[0]!.candidate_id]);
  expect(dropped.value).toEqual({ dropped: letters[0]!.candidate_id });
}, 30_000);

test.concurrent("an id that is not there is answered with the commands that show such ids", async () => {
  const person = aPerson();
  mkdirSync(person.dir);
  const cases: readonly (readonly [args: readonly string[], commands: readonly string[]])[] = [
    [
      ["show", "x"],
      ["list", "staging", "deadletter"],
    ],
    [
      ["forget", "x"],
      ["list", "staging", "deadletter"],
    ],
    [
      ["archive", "x"],
      ["list", "list --status archived"],
    ],
    [
      ["restore", "x"],
      ["list", "list --status archived"],
    ],
    [
      ["undo", "rec_ff"],
      ["list", "list --status archived"],
    ],
    [["undo", "run_1"], ["runs"]],
    [
      ["drop", "x"],
      ["staging", "deadletter"],
    ],
    [
      ["recover", "x"],
      ["deadletter", "runs RUN"],
    ],
  ];
  await Promise.all(
    cases.map(async ([args, commands]) => {
      const { stdout, stderr } = await person.run(args);
      const named = [...`${stdout}${stderr}`.matchAll(/`holdfast ([^`]+)`/g)].map(([, command]) => command);
      expect(named, args.join(" ")).toEqual(commands);
    }),
  );
}, 30_000);

test.concurrent("errors have one shape: what happened, and what to do", {
  timeout: 30_000,
  tags: ["json-output"],
}, async () => {
  const person = aPerson();
  mkdirSync(person.dir);
  const cases: readonly (readonly [args: readonly string[], code: string])[] = [
    [["show", "rec_ff"], "not_found"],
    [["archive", "rec_ff"], "not_found"],
    [["restore", "rec_ff"], "not_found"],
    [["undo", "run_1"], "not_found"],
    [["undo", "rec_ff"], "not_found"],
    [["runs", "run_1"], "not_found"],
    [["drop", "cand_1"], "not_found"],
    [["forget", "cand_1"], "not_found"],
    [["save", "missing.json"], "not_found"],
    [["save", "-"], "invalid_candidates"],
    [["consolidate", "missing.jsonl"], "no_transcript"],
    [["list", "--dir", `${person.project}/.git/x/../../.git/config`], "store_unreadable"],
  ];
  writeFileSync(join(person.project, ".git", "config"), "");
  await Promise.all(
    cases.map(async ([args, code]) => {
      const ended = await person.json(args);
      expect(ended.code, args.join(" ")).toBe(1);
      expect(ended.stderr).toBe("");
      expect(ended.value, args.join(" ")).toEqual({ error: { code, message: text, hint: text } });
      errorAnswerSchema.strict().parse(ended.value);
    }),
  );
});
