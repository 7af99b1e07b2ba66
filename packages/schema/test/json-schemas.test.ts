import { readFileSync } from "node:fs";
import { jsonSchemaOf, nounNames } from "@holdfast/schema";
import { describe, expect, test } from "vitest";

type Schema = { readonly [keyword: string]: unknown };

test("every noun on disk, on the wire or in an answer has a schema", () => {
  expect([...nounNames].sort()).toEqual([
    "action",
    "candidate",
    "context",
    "dead_letter",
    "dead_letter_row",
    "dropped",
    "error",
    "extraction",
    "finding",
    "forgotten",
    "inspection",
    "ledger_line",
    "neighbour",
    "outcome",
    "proposal",
    "recalled",
    "record",
    "record_row",
    "recovered",
    "run_event",
    "run_log_line",
    "run_report",
    "session_read",
    "session_row",
    "settings",
    "stage_result",
    "staged_row",
    "staging_file",
    "status",
    "submit_actions",
    "submit_candidates",
    "trace",
    "transcript",
    "undone",
    "violation",
    "writer_note",
  ]);
});

/** The keywords of draft 2020-12 that our schemas use; another one would be a slip. */
const keywords = new Set(
  "$schema $ref $defs type properties required additionalProperties items enum const anyOf oneOf allOf description default format pattern minLength maxLength minimum maximum exclusiveMinimum minItems maxItems".split(
    " ",
  ),
);
const types = ["object", "array", "string", "integer", "number", "boolean", "null"];

describe.each(nounNames)("the schema of %s", (noun) => {
  const root = jsonSchemaOf(noun) as Schema;

  test("is one of draft 2020-12, in known keywords and types", () => {
    expect(root.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    for (const schema of schemasIn(root)) {
      for (const keyword of Object.keys(schema)) expect(keywords).toContain(keyword);
      if ("type" in schema) expect(types).toContain(schema.type);
      if ("pattern" in schema) expect(() => new RegExp(schema.pattern as string, "u")).not.toThrow();
    }
  });

  test("is JSON, the same each time", () => {
    expect(JSON.parse(JSON.stringify(root))).toEqual(jsonSchemaOf(noun));
  });

  test("requires only fields that it names", () => {
    for (const { properties = {}, required = [] } of schemasIn(root) as Iterable<{
      properties?: object;
      required?: string[];
    }>)
      for (const name of required) expect(Object.keys(properties)).toContain(name);
  });
});

/** Every field of a noun, as the design lists it: what is added or lost shows here. */
const fields = {
  action: "action detail reason ref summary target_id triggers",
  candidate:
    "alternatives candidate_id category detail failed_alone goes_alone last_violations observed_at reconcile_attempts round scope_suggestion source_evidence summary triggers trust why",
  dead_letter:
    "at attempts candidate candidate_id category kind project_root raw raw_action raw_encoding reason run_id schemaVersion session_id violations",
  ledger_line: "at by candidate candidate_id fate reason record_id run_id session_id",
  dead_letter_row:
    "at attempts candidate candidate_id category kind project_root raw raw_action raw_encoding reason run_id schemaVersion scope session_id violations",
  context: "cut included text",
  dropped: "dropped",
  error: "error",
  extraction:
    "caps cost_usd cut found model model_calls model_how refused sessions stopped tokens windows windows_left",
  finding: "code fix message path",
  forgotten: "forgotten",
  inspection: "findings fixed",
  neighbour: "record score",
  outcome: "candidate_id category fate reason record_id scope summary violations",
  proposal: "decisions domain lessons preferences",
  recalled: "category cut detail id scope score summary trust why",
  recovered: "left recovered",
  session_read:
    "agent already_read found left_out session_id skipped transcript turns windows windows_read windows_skipped",
  session_row: "agent changed_at path read session_id started_at state turns warnings",
  settings:
    "budgetMs chunkSize extractionBudgetMs extractionMaxTokens extractionModel extractionTimeoutMs maxAttempts maxTokens maxWindows reconciliationModel reconciliationTimeoutMs windowTokens",
  staged_row: "candidate_id category detail file last_violations reconcile_attempts scope session_id summary",
  status:
    "dead_letters dir extraction_model extraction_model_how last_run model model_how records settings staged user_dir warnings writer",
  trace: "candidate candidate_id dead_letter ledger_line place record_id scope",
  undone: "archived kept",
  violation: "gate message path ref",
  writer_note: "command host pid run_id since",
  record:
    "alternatives category created_at detail forgotten id observed_at related scope sources status summary supersedes triggers trust why",
  record_row:
    "alternatives category created_at detail forgotten id observed_at path reinforced related scope sources status summary superseded_by supersedes triggers trust why",
  run_report:
    "archived chunks command cost_usd counts duration_ms extraction model model_calls model_how outcomes run_id stage started_at status stop_reason tokens warnings",
  stage_result: "already notes refused staged",
  staging_file: "candidates produced_at project_root schemaVersion session_id source",
  submit_actions: "actions",
  submit_candidates: "decisions domain lessons preferences",
  transcript: "agent left_out origin project_root restamped session_id started_at turns warnings",
} as const;

test.each(Object.entries(fields))("%s names every field", (noun, names) => {
  const { properties } = jsonSchemaOf(noun as keyof typeof fields) as { properties: object };
  expect(Object.keys(properties).sort().join(" ")).toBe(names);
});

test.each([
  ["run_log_line", ["started", "chunk", "finished"]],
  [
    "run_event",
    [
      "run_started",
      "chunk_started",
      "outcome",
      "repair",
      "model_call",
      "extraction_started",
      "window_read",
      "warning",
      "run_finished",
    ],
  ],
] as const)("a %s is one of its kinds", (noun, kinds) => {
  const { oneOf } = jsonSchemaOf(noun) as { oneOf: { properties: { kind: { const: string } } }[] };
  expect(oneOf.map(({ properties }) => properties.kind.const)).toEqual(kinds);
});

test("an action gives its reason before its verdict, and nothing that is not named", () => {
  const { properties, required, additionalProperties } = jsonSchemaOf("action") as Schema;
  expect(Object.keys(properties as object).slice(0, 3)).toEqual(["ref", "reason", "action"]);
  expect([required, additionalProperties]).toEqual([["ref", "reason", "action"], false]);
});

function* schemasIn(schema: Schema): Generator<Schema> {
  yield schema;
  const many = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list as Schema[]) ?? []);
  const named = [schema.properties, schema.$defs].flatMap((map) => Object.values((map as object) ?? {}));
  const one = [schema.items, schema.additionalProperties].filter((inner) => typeof inner === "object");
  for (const inner of [...many, ...named, ...one] as Schema[]) yield* schemasIn(inner);
}

test("the page on what --json prints has every field of each noun that a command prints", () => {
  const page = readFileSync(new URL("../../../docs/reference/json-output.md", import.meta.url), "utf8");
  const [commands = "", nouns = ""] = page.split("| noun | fields |");
  const rows = [...nouns.matchAll(/^\| `(\w+)` \| (`.*`) \|$/gm)];
  const documented = new Map(rows.map(([, noun = "", names = ""]) => [noun, names.match(/[\w?]+/g)]));
  const printed = [...commands.matchAll(/^\| .* \| (.*) \|$/gm)].flatMap(([, answer = ""]) =>
    nounNames.filter((noun) => answer.includes(`\`${noun}\``)),
  );
  expect([...documented.keys()]).toEqual(expect.arrayContaining(printed));
  expect(new Set(printed).size).toBe(16);
  for (const [noun, names] of documented) {
    const { properties, required } = jsonSchemaOf(noun as keyof typeof fields) as {
      properties: object;
      required: string[];
    };
    const expected = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
    expect(names, noun).toEqual(expected);
  }
});
