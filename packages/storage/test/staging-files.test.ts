import type { Candidate, StagedCandidate, StagingFile } from "@holdfast/schema";
import { stagingFileSchema } from "@holdfast/schema";
import { aCandidate, noon } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutMembers, withoutSettled } from "../src/staging/edit-staging-file.ts";
import { mergeCopies } from "../src/staging/merge-copies.ts";
import { readStagingFile, renderStagingFile } from "../src/staging/staging-file.ts";
import { stagingName } from "../src/staging/staging-name.ts";

const bytesOf = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const jsonIn = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

const [a, b, c] = ["a", "b", "c"].map((letter) => aCandidate({ summary: `Lesson ${letter}` })) as [
  Candidate,
  Candidate,
  Candidate,
];
const preference = aCandidate({ category: "preference", summary: "Tabs" });

function aFile(lessons: readonly unknown[] = [a, b], over: object = {}): StagingFile {
  return {
    schemaVersion: 1,
    session_id: "session-1",
    produced_at: noon,
    project_root: "/project",
    source: "agent",
    candidates: { lessons: lessons as Candidate[], preferences: [preference], decisions: [], domain: [] },
    ...over,
  };
}

describe("the name of a staging file", () => {
  const names: [sessionId: string, slug: string][] = [
    ["session-1", "session-1"],
    ["2030-01-01T12:00_ab.jsonl", "2030-01-01T12-00_ab.jsonl"],
    ["../../etc/passwd", "etc-passwd"],
    ["..", "session"],
    ["/", "session"],
    ["\0", "session"],
    ["", "session"],
    ["日本語", "session"],
    [".hidden", "hidden"],
    ["x".repeat(300), "x".repeat(60)],
  ];
  test.each(names)("of session %j can be read and stays in the folder", (sessionId, slug) => {
    expect(stagingName(sessionId, ["cand_1"])).toMatch(
      new RegExp(`^${slug.replaceAll(".", "\\.")}--[0-9a-f]{20}\\.json$`),
    );
  });

  test("stays in the folder and short, whatever the ids", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "binary" })), (session, ids) => {
        expect(stagingName(session, ids)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,59}--[0-9a-f]{20}\.json$/);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is the same for the same candidates in any order, and another for others", () => {
    expect(stagingName("s", ["cand_1", "cand_2"])).toBe(stagingName("s", ["cand_2", "cand_1"]));
    expect(stagingName("s", ["cand_1"])).not.toBe(stagingName("s", ["cand_2"]));
    expect(stagingName("s", ["cand_1", "cand_2"])).not.toBe(stagingName("s", ["cand_1cand_2"]));
  });
});

describe("reading a staging file", () => {
  test("gives back what was written", () => {
    const read = readStagingFile(bytesOf(renderStagingFile(aFile())), "s--1.json");
    const at = { session_id: "session-1", project_root: "/project", file: "s--1.json" };
    expect(read).toEqual({
      staged: [a, b, preference].map((candidate) => ({ candidate, ...at })),
      problems: [],
    });
  });

  test("the file is pinned: version 1 is read for ever", { tags: ["stable-formats"] }, () => {
    expect(jsonIn(bytesOf(renderStagingFile(aFile([{ ...a, reconcile_attempts: 2, round: 1 }]))))).toEqual({
      schemaVersion: 1,
      session_id: "session-1",
      produced_at: "2030-01-01T12:00:00.000Z",
      project_root: "/project",
      source: "agent",
      candidates: {
        lessons: [
          {
            candidate_id: a.candidate_id,
            category: "lesson",
            summary: "Lesson a",
            detail: a.detail,
            triggers: a.triggers,
            scope_suggestion: "project",
            observed_at: "2030-01-01T12:00:00.000Z",
            trust: "agent",
            reconcile_attempts: 2,
            last_violations: [],
            round: 1,
          },
        ],
        preferences: [expect.objectContaining({ summary: "Tabs" })],
        decisions: [],
        domain: [],
      },
    });
  });

  const { summary: _, ...withoutSummary } = b;
  const malformed: [title: string, member: unknown, where: RegExp][] = [
    ["null", null, /candidates\.lessons\[1\]: /],
    ["a text", "Use pnpm", /candidates\.lessons\[1\]: /],
    ["without a summary", withoutSummary, /candidates\.lessons\[1\]\.summary: /],
    ["with an unknown trust", { ...b, trust: "root" }, /candidates\.lessons\[1\]\.trust: /],
    ["with a hostile id", { ...b, candidate_id: "../x" }, /candidates\.lessons\[1\]\.candidate_id: /],
  ];
  test.each(malformed)("a member that is %s costs only itself, and says where", (_title, member, where) => {
    const { staged, problems } = readStagingFile(bytesOf(aFile([a, member, c])), "s.json");
    expect(staged.map(({ candidate }) => candidate)).toEqual([a, c, preference]);
    expect(problems).toEqual([
      {
        kind: "malformed_member",
        path: "staging/s.json",
        message: expect.stringMatching(where),
        member: { group: "lessons", index: 1, raw: member },
        session_id: "session-1",
      },
    ]);
  });

  test("members of a group that we don't know are problems, not lost unseen", () => {
    const file = aFile([a]);
    const candidates = { ...file.candidates, tasks: [b], note: "kept" };
    const { staged, problems } = readStagingFile(bytesOf({ ...file, candidates }), "s.json");
    expect(staged).toHaveLength(2);
    expect(problems).toMatchObject([{ kind: "malformed_member", member: { group: "tasks", raw: b } }]);
  });

  test("groups that are missing are empty", () => {
    const { staged, problems } = readStagingFile(
      bytesOf(aFile([], { candidates: { domain: [] } })),
      "s.json",
    );
    expect(staged).toEqual([]);
    expect(problems.map(({ kind }) => kind)).toEqual(["stray"]); // it holds nothing, and can be removed
  });

  const { session_id: _s, ...withoutSession } = aFile();
  const files: [title: string, content: unknown, session: string | undefined][] = [
    ["no JSON", "{oops", undefined],
    ["empty", "", undefined],
    ["a list", [], undefined],
    ["of no version", aFile([], { schemaVersion: undefined }), "session-1"],
    ['of version "1"', aFile([], { schemaVersion: "1" }), "session-1"],
    ["without a session", withoutSession, undefined],
    ["with candidates that are no lists", aFile([], { candidates: { lessons: {} } }), "session-1"],
  ];
  test.each(files)("a file that is %s is one problem and keeps its text", (_title, content, session) => {
    const bytes = bytesOf(content);
    const { staged, problems } = readStagingFile(bytes, "s.json");
    expect(staged).toEqual([]);
    expect(problems).toEqual([
      {
        kind: "malformed_file",
        path: "staging/s.json",
        message: expect.stringContaining("staging/s.json"),
        raw: new TextDecoder().decode(bytes),
        ...(session === undefined ? {} : { session_id: session }),
      },
    ]);
  });

  test("a file of a newer version stays in place, whatever else is in it", () => {
    const { staged, problems } = readStagingFile(bytesOf({ schemaVersion: 2, shape: "unknown" }), "s.json");
    expect([staged, problems]).toMatchObject([[], [{ kind: "newer", path: "staging/s.json" }]]);
  });

  test("is never an exception, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json().map(bytesOf), fc.uint8Array()), (bytes) => {
        const { staged, problems } = readStagingFile(bytes, "s.json");
        expect([staged.length, problems.length]).toEqual([0, 1]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("consuming", () => {
  const settledAt = (...settled: [Candidate, round: number][]) => ({
    settled: new Map(settled.map(([{ candidate_id }, round]) => [candidate_id, round])),
    changed: [],
  });

  test("takes out what is settled and keeps the rest", () => {
    const edit = withoutSettled(bytesOf(aFile([a, b, c])), settledAt([a, 0], [c, 0]));
    expect(edit.kind === "rewritten" && jsonIn(edit.bytes)).toEqual(aFile([b]));
  });

  test("of everything leaves nothing: the file goes", () => {
    const all = settledAt([a, 0], [b, 0], [preference, 0]);
    expect(withoutSettled(bytesOf(aFile()), all)).toEqual({ kind: "empty" });
    expect(withoutSettled(bytesOf(aFile([], { candidates: {} })), all)).toEqual({ kind: "empty" });
  });

  test("of nothing in it leaves the file alone", () => {
    expect(withoutSettled(bytesOf(aFile()), settledAt([c, 0]))).toEqual({ kind: "unchanged" });
    expect(withoutSettled(bytesOf(aFile()), { settled: new Map(), changed: [a] })).toEqual({
      kind: "unchanged",
    });
  });

  test("puts changed candidates back in their place", () => {
    const changed: Candidate = { ...a, reconcile_attempts: 1, goes_alone: true };
    const edit = withoutSettled(bytesOf(aFile([a, b])), { settled: new Map(), changed: [changed] });
    expect(edit.kind === "rewritten" && jsonIn(edit.bytes)).toEqual(aFile([changed, b]));
    const back = withoutSettled(bytesOf(aFile([changed, b])), { settled: new Map(), changed: [a] });
    expect(back.kind === "rewritten" && jsonIn(back.bytes)).toEqual(aFile([a, b]));
  });

  test("a round that was staged in the meantime is not settled by an earlier one", () => {
    const again: Candidate = { ...a, round: 1 };
    const edit = withoutSettled(bytesOf(aFile([a, again])), settledAt([a, 0]));
    expect(edit.kind === "rewritten" && jsonIn(edit.bytes).candidates.lessons).toEqual([again]);
    const later = withoutSettled(bytesOf(aFile([a, again])), settledAt([a, 1]));
    expect(later.kind === "rewritten" && jsonIn(later.bytes).candidates.lessons).toEqual([]);
    const changed = { settled: new Map(), changed: [{ ...again, reconcile_attempts: 2 }] };
    const edited = withoutSettled(bytesOf(aFile([a, again])), changed);
    expect(edited.kind === "rewritten" && jsonIn(edited.bytes).candidates.lessons).toEqual([
      a,
      changed.changed[0],
    ]);
  });

  test("keeps what we don't know: keys of the file, of members, groups, and members that can't be read", () => {
    const strange = { odd: [1, "two"] };
    const file = { ...aFile([a, strange, { ...b, mine: 1 }]), extra: { deep: true } };
    const withGroup = { ...file, candidates: { ...file.candidates, tasks: ["x"], note: "kept" } };
    const changed: Candidate = { ...b, reconcile_attempts: 1 };
    const edit = withoutSettled(bytesOf(withGroup), { ...settledAt([a, 0]), changed: [changed] });
    expect(edit.kind === "rewritten" && jsonIn(edit.bytes)).toEqual({
      ...withGroup,
      candidates: { ...withGroup.candidates, lessons: [strange, { ...changed, mine: 1 }] },
    });
  });

  test("leaves a file that can't be read as a whole alone", () => {
    for (const content of ["{oops", { schemaVersion: 2 }]) {
      expect(withoutSettled(bytesOf(content), settledAt([a, 0]))).toEqual({ kind: "unchanged" });
    }
  });

  test("never loses or adds a candidate that it was not told about", () => {
    const pool = Array.from({ length: 6 }, (_, i) => aCandidate({ summary: `Lesson ${i}` }));
    fc.assert(
      fc.property(fc.shuffledSubarray(pool), fc.subarray(pool), fc.subarray(pool), (lessons, gone, kept) => {
        const changed = kept.map((candidate) => ({ ...candidate, reconcile_attempts: 1 }));
        const edit = withoutSettled(bytesOf(aFile(lessons)), {
          settled: new Map(gone.map(({ candidate_id }) => [candidate_id, 0])),
          changed,
        });
        const bytes = edit.kind === "rewritten" ? edit.bytes : bytesOf(aFile(lessons));
        const ids = stagingFileSchema.parse(jsonIn(bytes)).candidates.lessons.map((one) => one.candidate_id);
        expect(ids).toEqual(lessons.filter((one) => !gone.includes(one)).map((one) => one.candidate_id));
      }),
    );
  });
});

describe("setting aside", () => {
  test("takes malformed members out, also when their places shifted", () => {
    const before = bytesOf(aFile([a, { bad: 1 }, b, "bad"]));
    const { problems } = readStagingFile(before, "s.json");
    const shifted = bytesOf(aFile([{ bad: 1 }, b, "bad", { bad: 2 }]));
    const edit = withoutMembers(shifted, problems);
    expect(edit.kind === "rewritten" && jsonIn(edit.bytes)).toEqual(aFile([b, { bad: 2 }]));
  });

  test("of the last members leaves nothing: the file goes", () => {
    const file = bytesOf(aFile([], { candidates: { tasks: [a] } }));
    expect(withoutMembers(file, readStagingFile(file, "s.json").problems)).toEqual({ kind: "empty" });
  });

  test("of a problem with the whole file changes nothing", () => {
    const problems = readStagingFile(bytesOf("{"), "s.json").problems;
    expect(withoutMembers(bytesOf(aFile()), problems)).toEqual({ kind: "unchanged" });
  });
});

describe("copies of one candidate", () => {
  const copy = (file: string, over: Partial<Candidate> = {}): StagedCandidate => ({
    candidate: { ...a, ...over },
    session_id: "session-1",
    project_root: "/project",
    file,
  });
  const cases: [title: string, staged: StagedCandidate[], kept: string[]][] = [
    ["the one with more attempts stays", [copy("1"), copy("2", { reconcile_attempts: 2 })], ["2"]],
    ["a higher round beats attempts", [copy("1", { round: 1 }), copy("2", { reconcile_attempts: 2 })], ["1"]],
    ["of equal ones the first stays", [copy("1"), copy("2")], ["1"]],
    ["the others keep their order", [copy("1", b), copy("2"), copy("3", c), copy("4")], ["1", "2", "3"]],
  ];
  test.each(cases)("%s", (_, staged, kept) => {
    const merged = mergeCopies(staged);
    expect(merged.kept.map(({ file }) => file)).toEqual(kept);
    expect([...merged.kept, ...merged.dropped].map(({ file }) => file).sort()).toEqual(
      staged.map(({ file }) => file).sort(),
    );
  });
});
