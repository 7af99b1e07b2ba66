import type { DeadLetter } from "@holdfast/schema";
import { fileId } from "@holdfast/schema";
import { aCandidate, noon } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deadLetterName, readDeadLetter, renderDeadLetter } from "../src/dead-letters/dead-letter-file.ts";
import { deadLetterOf } from "../src/dead-letters/dead-letter-of.ts";
import { readStagingFile } from "../src/staging/staging-file.ts";

const bytesOf = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const run = { run_id: "run_20300101T120000_000000", at: noon };
const candidate = aCandidate();

const letter: DeadLetter = {
  schemaVersion: 1,
  candidate_id: candidate.candidate_id,
  kind: "attempts_exhausted",
  session_id: "../session",
  attempts: 3,
  reason: "Rejected three times.",
  violations: [{ gate: "unknown_ref", ref: "C1", path: "actions[0]", message: "There is no C9." }],
  raw_action: { ref: "C9" },
  run_id: run.run_id,
  at: noon,
  candidate,
};

describe("a dead letter's file", () => {
  test("gives back what was written", () => {
    expect(readDeadLetter(bytesOf(renderDeadLetter(letter)), "a.json")).toEqual({ kind: "letter", letter });
  });

  test("is pinned: version 1 is read for ever", { tags: ["stable-formats"] }, () => {
    expect(JSON.parse(renderDeadLetter(letter))).toEqual({
      schemaVersion: 1,
      candidate_id: candidate.candidate_id,
      kind: "attempts_exhausted",
      session_id: "../session",
      attempts: 3,
      reason: "Rejected three times.",
      violations: [{ gate: "unknown_ref", ref: "C1", path: "actions[0]", message: "There is no C9." }],
      raw_action: { ref: "C9" },
      run_id: "run_20300101T120000_000000",
      at: "2030-01-01T12:00:00.000Z",
      candidate: JSON.parse(JSON.stringify(candidate)),
    });
  });

  const broken: [title: string, content: unknown, kind: string, message: RegExp][] = [
    ["no JSON", "{", "unreadable", /deadletter\/a\.json can't be read: it is not JSON/],
    ["without attempts", { ...letter, attempts: undefined }, "unreadable", /attempts: /],
    ["null", "null", "unreadable", /can't be read: it: /],
    ["of a newer version", { ...letter, schemaVersion: 2 }, "newer", /newer version/],
  ];
  test.each(broken)("that is %s is a problem, and stays where it is", (_, content, kind, message) => {
    expect(readDeadLetter(bytesOf(content), "a.json")).toEqual({
      kind: "problem",
      problem: { kind, path: "deadletter/a.json", message: expect.stringMatching(message) },
    });
  });

  test("has a name that stays in the folder, whatever the id", () => {
    expect(deadLetterName(candidate.candidate_id)).toBe(`${candidate.candidate_id}.json`);
    expect(deadLetterName(fileId("x"))).toBe(`${fileId("x")}.json`);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("..", "/", "a/../b", "")), (id) => {
        expect(deadLetterName(id)).toMatch(/^[A-Za-z0-9_-]{1,100}\.json$/);
      }),
    );
  });
});

describe("the dead letter of something that can't be read", () => {
  const envelope = {
    schemaVersion: 1,
    session_id: "session-1",
    produced_at: noon,
    project_root: "/project",
    source: "agent",
  };
  const problemsOf = (content: unknown) => readStagingFile(bytesOf(content), "s.json").problems;
  const lettersOf = (content: unknown) => problemsOf(content).map((problem) => deadLetterOf(problem, run));

  test("of a file holds its whole text under the hash of it", () => {
    expect(lettersOf("{oops")).toEqual([
      {
        schemaVersion: 1,
        candidate_id: fileId("{oops"),
        kind: "malformed",
        session_id: "unknown",
        attempts: 0,
        reason: expect.stringContaining("staging/s.json"),
        violations: [],
        ...run,
        raw: "{oops",
      },
    ]);
  });

  test("of a member holds that member only, under its own id when it has one", () => {
    const named = { ...candidate, trust: "root" };
    const nameless = { summary: 3 };
    const hostile = { candidate_id: "../../x" };
    const lessons = [named, nameless, hostile, "text"];
    const letters = lettersOf({ ...envelope, candidates: { lessons } });
    expect(letters.map(({ candidate_id }) => candidate_id)).toEqual([
      candidate.candidate_id,
      ...[nameless, hostile, "text"].map((raw) => fileId(JSON.stringify(raw))),
    ]);
    expect(letters.map(({ raw }) => JSON.parse(raw!))).toEqual(lessons);
    expect(letters.map(({ session_id }) => session_id)).toEqual(Array(4).fill("session-1"));
  });

  test("is a letter that can be read back", () => {
    for (const made of [
      ...lettersOf("{oops"),
      ...lettersOf({ ...envelope, candidates: { lessons: [null] } }),
    ]) {
      expect(readDeadLetter(bytesOf(renderDeadLetter(made)), "a.json")).toEqual({
        kind: "letter",
        letter: made,
      });
    }
  });

  test("put back and given up again makes the same letter, no larger, for files and for members", () => {
    fc.assert(
      fc.property(fc.json(), (raw) => {
        const [first] = lettersOf(raw);
        expect(lettersOf(first!.raw!)).toEqual([first]);
        const members = { lessons: [JSON.parse(raw)] };
        const [member] = lettersOf({ ...envelope, candidates: members });
        const again = { lessons: [JSON.parse(member!.raw!)] };
        expect(lettersOf({ ...envelope, candidates: again })).toEqual([member]);
      }),
    );
  });
});
