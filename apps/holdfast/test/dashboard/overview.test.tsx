import type { RunReport } from "@holdfast/schema";
import { noCounts } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/dashboard/message.ts";
import { sparkline } from "../../src/dashboard/parts/sparkline.ts";
import { firstNeed, rates, trendsOf } from "../../src/dashboard/screens/overview/state.ts";
import {
  aRecord,
  aRun,
  aStaged,
  aStatus,
  dashboard,
  frame,
  hostile,
  known,
  large,
  noon,
  now,
  pressed,
  sizes,
} from "./a-dashboard.tsx";

const failedRun = { ...aStatus().last_run!, status: "stopped", stop_reason: "model_failed" } as const;
const writer = {
  command: "reconcile",
  run_id: "run_9",
  pid: 4711,
  host: "here",
  since: noon,
  scope: "project",
} as const;

describe("what needs attention first", () => {
  test.each([
    ["nothing", aStatus(), undefined],
    ["what waits", aStatus({ staged: 2 }), /^2 candidates wait: r settles/],
    [
      "what waits, but somebody is at it",
      aStatus({ staged: 2, writer: { ...writer, since: "2030-01-01T12:14:00.000Z" } }),
      undefined,
    ],
    ["a setting that is none", aStatus({ staged: 2, warnings: ["X is wrong"] }), /^X is wrong$/],
    [
      "a writer that is at it for very long",
      aStatus({ warnings: ["X"], writer: { ...writer, since: "2030-01-01T10:00:00.000Z" } }),
      /^Process 4711 writes since 2 h ago/,
    ],
    [
      "a run that failed",
      aStatus({ warnings: ["X"], last_run: failedRun }),
      /^The last run stopped \(the model failed\): 5/,
    ],
    [
      "dead letters before all",
      aStatus({ dead_letters: 1, staged: 3, warnings: ["X"], last_run: failedRun }),
      /^One candidate could not be saved: 4/,
    ],
  ])("%s", (_, status, expected) => {
    const need = firstNeed(dashboard([{ kind: "status", status }]).facts, new Date(now));
    if (expected === undefined) expect(need).toBeUndefined();
    else expect(need?.text).toMatch(expected);
  });

  test("what was rejected before comes before what only waits", () => {
    const staged = [aStaged({ reconcile_attempts: 1 }), aStaged({ candidate_id: "cand_2" })];
    const { facts } = dashboard([
      { kind: "status", status: aStatus({ staged: 2 }) },
      { kind: "staged", staged },
    ]);
    expect(firstNeed(facts, new Date(now))?.text).toBe("1 of what waits was rejected before: 3 tells why.");
  });

  test("Enter goes to where it is", () => {
    const start = dashboard([{ kind: "status", status: aStatus({ dead_letters: 1 }) }]);
    expect(pressed(start, "enter").state.screen).toBe("dead_letters");
    expect(pressed(dashboard([{ kind: "status", status: aStatus() }]), "enter").state.screen).toBe(
      "overview",
    );
  });
});

test("trends run from the oldest of the last 30 runs to the newest, and leave out runs that looked at nothing", () => {
  const runs = Array.from({ length: 40 }, (_, at) =>
    aRun({ counts: { ...noCounts, staged: at === 1 ? 0 : 4, add: 40 - at } }),
  );
  const [kept] = trendsOf(runs);
  expect(kept?.values).toHaveLength(30);
  expect(kept?.values.at(-1)).toBe(40);
  expect(kept?.values.at(-2)).toBe(38);
});

test("rates are of what was settled; of nothing there are none", () => {
  const run = (counts: Partial<RunReport["counts"]>) =>
    aRun({ counts: { ...noCounts, staged: 1, ...counts } });
  expect(rates(trendsOf([run({ add: 6, duplicate: 3, discard: 1, left_staged: 50 })]))).toEqual({
    duplicate: 0.3,
    discard: 0.1,
    settled: 10,
  });
  expect(rates(trendsOf([run({ left_staged: 4 })]))).toBeUndefined();
});

test.each([
  [[], ""],
  [[0, 0], "\u00b7\u00b7"],
  [[1, 8, 4, 0], "\u2581\u2588\u2584\u00b7"],
  [[1_000_000, 1], "\u2588\u2581"],
])("the sparkline of %j is %s", (values, drawn) => {
  expect(sparkline(values)).toBe(drawn);
});

const lots: Message[] = [
  ...known([
    ...Array.from({ length: 8 }, (_, at) => aRecord({ id: `rec_a${at}` })),
    ...Array.from({ length: 4 }, (_, at) => aRecord({ id: `rec_b${at}`, category: "decision" })),
    aRecord({ id: "rec_c", status: "superseded" }),
    aRecord({ id: "rec_d", status: "archived" }),
  ]),
  { kind: "status", status: aStatus({ records: 14, staged: 12, dead_letters: 2, writer }) },
  { kind: "runs", runs: [aRun(), aRun({ counts: { ...noCounts, staged: 9, add: 9 } })] },
];

test.each(sizes)("at $columns x $rows one look says how things stand", (size) => {
  const lines = frame(dashboard(lots, size));
  expect(lines[0]).toMatch(/^\[1 Overview\] 2 Memory/);
  expect(lines[2]).toBe("! 2 candidates could not be saved: 4 tells why and recovers.");
  const all = lines.join("\n");
  expect(all).toMatch(/^Records +12 current, 1 replaced, 1 archived$/m);
  expect(all).toMatch(/^ {2}lesson +8 \u2588+$/m);
  expect(all).toMatch(/^ {2}decision +4 \u2588+[\u2588-\u258f]?$/m);
  expect(all).toMatch(/^Staged +12 wait$/m);
  expect(all).toMatch(/^Dead letters +2$/m);
  expect(all).toMatch(/^Writer +reconcile, process 4711, since 15 min ago$/m);
  expect(all).toMatch(/^Last run +reconcile 15 min ago: 3 added, 1 known already, 1 discarded$/m);
  expect(all).toMatch(/anthropic\/claude-sonnet-5-5, 8,420 ms, 4,500 tokens, \$0\.0130/);
  expect(all).toMatch(/7% known already, 7% discarded/);
  expect(all).toMatch(/^ {2}kept +\u2588\u2583 {2}12$/m);
  expect(all).toMatch(/^ {2}discarded +\u00b7\u2588 {2}1$/m);
});

test("a larger window also has where everything lies, and the last runs", () => {
  const all = frame(dashboard(lots, large)).join("\n");
  expect(all).toMatch(/^This project {2}\/shop\/.holdfast$/m);
  expect(all).toMatch(/^ {2}15 min ago {2}reconcile {10}9 added$/m);
});

test.each(sizes)(
  "at $columns x $rows who has never used it is told what it is, where it would be, and what to try",
  (size) => {
    const all = frame(
      dashboard(
        [
          { kind: "status", status: aStatus({ last_run: null }) },
          { kind: "outline", outline: [] },
          { kind: "runs", runs: [] },
        ],
        size,
      ),
    ).join("\n");
    expect(all).toContain("Holdfast keeps what your coding agents learn");
    expect(all).toMatch(/this project +\/shop\/.holdfast/);
    expect(all).toContain("Nothing is known here yet, and nothing was created.");
    expect(all).toContain('holdfast remember "..."');
  },
);

test.each(sizes)("at $columns x $rows nothing that was read is alive or too wide", (size) => {
  for (const text of Object.values(hostile)) {
    const status = aStatus({
      dir: text,
      user_dir: text,
      warnings: [text],
      model: text,
      writer: { ...writer, command: text },
    });
    frame(
      dashboard(
        [
          { kind: "status", status },
          { kind: "runs", runs: [aRun({ command: text })] },
        ],
        size,
      ),
    );
    frame(
      dashboard(
        [
          { kind: "status", status: { ...status, last_run: null } },
          { kind: "runs", runs: [] },
        ],
        size,
      ),
    );
  }
});
