import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { noCounts, type RunReport } from "@holdfast/schema";
import { expect, test } from "vitest";
import { type DashboardState, updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import type { Message } from "../../src/dashboard/message.ts";
import {
  aLetter,
  aRecord,
  aRun,
  aStaged,
  aStatus,
  dashboard,
  frame,
  known,
  now,
  pressed,
  violation,
} from "./a-dashboard.tsx";

/** Screens stand in the docs between these marks; with HOLDFAST_WRITE_DOCS=1 they are written there. */
const screens = /(<!-- screen: (\w+) -->\n```\n)[^`]*(```)/g;

test.each(["docs/dashboard.md", "README.md"])("the screens in %s are those that are drawn", (name) => {
  const path = fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
  const text = readFileSync(path, "utf8");
  expect([...text.matchAll(screens)].length).toBeGreaterThan(0);
  const drawn = text.replace(
    screens,
    (_, before: string, screen: string, after: string) => before + asText(screen) + after,
  );
  if (process.env.HOLDFAST_WRITE_DOCS === "1") writeFileSync(path, drawn);
  else expect(text).toBe(drawn);
});

test("every screen is in docs/dashboard.md", () => {
  const text = readFileSync(fileURLToPath(new URL("../../../../docs/dashboard.md", import.meta.url)), "utf8");
  expect([...text.matchAll(screens)].map(([, , screen]) => screen)).toEqual(Object.keys(shown()));
});

function asText(screen: string): string {
  const state = shown()[screen];
  if (state === undefined) throw new TypeError(`there is no screen ${screen} to draw`);
  return `${frame(state).join("\n").trimEnd()}\n`;
}

const summaries = [
  [
    "lesson",
    "Never use floating point for money",
    "Use Money of src/money.ts. Rounding is half-even, once, at the end of an invoice.",
  ],
  ["lesson", "Run the migrations before the tests", ""],
  ["preference", "Prefer British spelling in comments and docs", ""],
  ["decision", "Move to Postgres instead of SQLite", ""],
  ["domain", "A tenant is one company with its own schema in the database", ""],
  ["lesson", "Never commit the .env file", ""],
] as const;

const rows = summaries.map(([category, summary, detail], at) =>
  aRecord({
    id: `rec_${"4f2a91c07d".slice(at)}${"0".repeat(10 + at)}`,
    category,
    summary,
    detail,
    scope: category === "preference" ? "user" : "project",
    sources: [
      {
        candidate_id: "cand_1b2c",
        session_id: "0e3b7c52",
        run_id: "run_20300101T120000_1a2b3c",
        action: "add",
      },
    ],
  }),
);

const runs: RunReport[] = [
  aRun({
    counts: { ...noCounts, staged: 6, add: 3, duplicate: 2, discard: 1 },
    outcomes: [
      {
        candidate_id: "cand_1",
        category: "lesson",
        scope: "project",
        fate: "add",
        reason: "Nothing similar is known.",
        summary: summaries[0][1],
      },
      {
        candidate_id: "cand_2",
        category: "lesson",
        scope: "project",
        fate: "discard",
        reason: "it holds for this one task alone",
        summary: "Rename the variable",
      },
    ],
    chunks: [
      {
        candidates: 4,
        ms: 7_900,
        model_calls: 1,
        tokens: { input: 4_000, output: 500 },
        cost_usd: 0.013,
        repaired: false,
      },
    ],
  }),
  ...[4, 0, 2, 7, 1, 3].map((add, at) =>
    aRun({
      run_id: `run_${at}`,
      model: "local/rules",
      model_calls: 0,
      cost_usd: undefined,
      counts: { ...noCounts, staged: add + 1, add, duplicate: 1 },
    }),
  ),
];

const staged = [
  aStaged({
    candidate_id: "cand_7c1d",
    session_id: "0e3b7c52",
    summary: "Ask before you add a dependency",
    reconcile_attempts: 1,
    last_violations: [violation],
  }),
  aStaged({
    candidate_id: "cand_8e2f",
    session_id: "0e3b7c52",
    category: "domain",
    summary: "Invoices are numbered without gaps",
  }),
];

const block = {
  text: '<holdfast-memory version="1">\n- [lesson, said by the person, rec_4f2a] Never use floating point for money\n- [lesson, said by the person, rec_f2a9] Run the migrations before the tests\n</holdfast-memory>\n',
  included: [
    { id: "rec_4f2a", tokens: 21 },
    { id: "rec_f2a9", tokens: 20 },
  ],
  cut: [{ id: "rec_2a91", reason: "its 412 tokens no longer fit into the budget of 2000" }],
};

const { outcomes: _, ...last_run } = runs[0]!;

/** Every screen with something on it, at 80 x 24. */
function shown(): { readonly [screen: string]: DashboardState | undefined } {
  const read: Message[] = [
    ...known(rows),
    { kind: "staged", staged },
    { kind: "dead_letters", deadLetters: [aLetter()] },
    { kind: "runs", runs },
    {
      kind: "status",
      status: aStatus({
        records: rows.length,
        staged: 2,
        dead_letters: 1,
        last_run,
        model: "anthropic/claude-sonnet-5-5",
      }),
    },
  ];
  const start = dashboard(read);
  const on = (screen: DashboardState["screen"]) => updateDashboard(start, { kind: "go", screen });
  const event = (event: Extract<Message, { kind: "run_event" }>["event"]): Message => ({
    kind: "run_event",
    event,
  });
  const run_id = "run_20300101T121448_5e6f70";
  const live: Message[] = [
    { kind: "run_started", at: now - 12_000, budgetMs: 240_000 },
    event({
      kind: "run_started",
      run_id,
      command: "reconcile",
      model: "anthropic/claude-sonnet-5-5",
      staged: 45,
    }),
    event({ kind: "chunk_started", run_id, chunk: 2, candidates: 20, settled: 20, staged: 45 }),
    event({
      kind: "model_call",
      run_id,
      model_calls: 2,
      tokens: { input: 8_200, output: 1_100 },
      cost_usd: 0.0274,
      left_ms: 228_000,
    }),
    ...runs[0]!.outcomes.map((outcome) => event({ kind: "outcome", run_id, outcome })),
  ];
  return {
    overview: start,
    memory: on("memory"),
    staging: on("staging"),
    dead_letters: on("dead_letters"),
    runs: on("runs"),
    reconcile: [...live].reduce(updateDashboard, on("reconcile")),
    context: updateDashboard(pressed(on("context"), "enter", ..."fix the invoice export", "enter").state, {
      kind: "context",
      prompt: "fix the invoice export",
      block,
    }),
  };
}
