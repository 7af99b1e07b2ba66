import {
  candidateSchema,
  categories,
  memoryRecordSchema,
  readProposal,
  stagingFileSchema,
  transcriptSchema,
} from "@holdfast/schema";
import {
  aCandidate,
  aContext,
  aProposal,
  aRecord,
  aSession,
  aTranscript,
  distinctTexts,
  entryId,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";

test.each(categories)("a built %s is valid, as candidate and as record", (category) => {
  expect(candidateSchema.parse(aCandidate({ category }))).toEqual(aCandidate({ category }));
  expect(memoryRecordSchema.parse(aRecord({ category }))).toEqual(aRecord({ category }));
});

test("other words are another candidate and another record", () => {
  expect(aCandidate({ summary: "Other" }).candidate_id).not.toBe(aCandidate().candidate_id);
  expect(aRecord({ summary: "Other" }).id).not.toBe(aRecord().id);
});

test("a built candidate is the one that a proposal of the same words gives", () => {
  const { summary, detail } = aCandidate();
  const read = readProposal(aProposal({ lessons: [{ summary, detail }] }), aContext());
  expect(read.candidates).toEqual([aCandidate()]);
});

test("a built record names the built candidate with the same words", () => {
  expect(aRecord().sources[0]!.candidate_id).toBe(aCandidate().candidate_id);
});

test("built candidates fit a staging file", () => {
  const candidates = { lessons: [aCandidate()], preferences: [], decisions: [], domain: [] };
  const file = { schemaVersion: 1, session_id: "s", produced_at: aContext().observedAt, project_root: "/p" };
  expect(stagingFileSchema.safeParse({ ...file, source: "agent", candidates }).success).toBe(true);
});

test("a built transcript is valid", () => {
  expect(transcriptSchema.parse(aTranscript())).toEqual(aTranscript());
});

test("a session is a header and a chain of entries, one JSON a line", () => {
  const text = aSession([
    { role: "user", text: "Hi\nthere" },
    { role: "assistant", text: "Hello" },
    { role: "tool", text: "exit 1", failed: true },
  ]);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ type: "session", version: 3, id: "session-1", cwd: "/project" });
  expect(lines.slice(1).map((line) => line.message.role)).toEqual(["user", "assistant", "toolResult"]);
  expect(lines.slice(1).map((line) => line.parentId)).toEqual([null, entryId(0), entryId(1)]);
  expect(lines[1].message.content).toEqual([{ type: "text", text: "Hi\nthere" }]);
  expect(lines[3].message.isError).toBe(true);
});

describe("distinct texts", () => {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g)!;

  test("share no word, even among thousands", () => {
    const words = distinctTexts(5_000).flatMap(wordsOf);
    expect(new Set(words).size).toBe(words.length);
  });

  test("are the same each time, and more begin with the same", () => {
    expect(distinctTexts(50).slice(0, 10)).toEqual(distinctTexts(10));
  });

  test("hold nothing but words of letters", () => {
    for (const text of distinctTexts(200)) expect(text).toMatch(/^[A-Z][a-z]+( [a-z]+){6}\.$/);
  });
});
