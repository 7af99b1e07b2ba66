import { describe, expect, test } from "vitest";
import { plainReader } from "../../../src/readers/plain/plain-reader.ts";

const read = (lines: readonly unknown[], origin = "/notes/a talk.jsonl") =>
  plainReader.read(
    new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
    origin,
  );

describe("lines of {role, text}", () => {
  test("text may be called content, and speakers have many names", () => {
    const transcript = read([
      { role: "human", content: "Use pnpm." },
      { role: "AI", text: "I do." },
      { role: "Model", text: "Still." },
    ]);
    expect(transcript.turns).toEqual([
      { id: "line-1", role: "user", text: "Use pnpm." },
      { id: "line-2", role: "assistant", text: "I do." },
      { id: "line-3", role: "assistant", text: "Still." },
    ]);
  });

  test("without a first line about it, the session is called after its file", () => {
    expect(read([{ role: "user", text: "Hello." }]).session_id).toBe("a talk");
  });

  test("ids and times that are given are kept, and an id that comes twice is made two", () => {
    const { turns } = read([
      { role: "user", text: "a", id: "x", at: "2026-03-02T15:00:01+01:00" },
      { role: "user", text: "b", id: "x", timestamp: 1772460002000 },
      { role: "user", text: "c", at: "yesterday" },
    ]);
    expect(turns.map(({ id, at }) => [id, at])).toEqual([
      ["x", "2026-03-02T14:00:01.000Z"],
      ["x@line-2", "2026-03-02T14:00:02.000Z"],
      ["line-3", undefined],
    ]);
  });

  test("more than 50 warnings are counted", () => {
    const { warnings } = read([{ role: "user", text: "Hi." }, ...Array.from({ length: 60 }, () => 7)]);
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toBe("10 more warnings of this kind.");
  });

  test("only the first line may say what session it is", () => {
    const about = { session_id: "s1", cwd: "/w", started_at: "2026-03-02T14:00:00Z" };
    const hi = { role: "user", text: "Hi." };
    expect(read([about, hi])).toMatchObject({ session_id: "s1", project_root: "/w", warnings: [] });
    const other = { id: "s2", project_root: "/api", timestamp: "2026-03-02T14:00:00Z" };
    expect(read([other, hi])).toMatchObject({
      session_id: "s2",
      project_root: "/api",
      started_at: "2026-03-02T14:00:00.000Z",
    });
    expect(read([{ ...other, role: "user" }, hi]).session_id).toBe("a talk");
    expect(read([hi, about])).toMatchObject({
      session_id: "a talk",
      warnings: ["Line 2 has no role and text; left out."],
    });
  });

  test("a tool's line says what it was given, and so is known", () => {
    const [call, result] = read([
      { role: "tool", tool: "bash", input: "cat src/a.ts", text: "export {};", failed: false },
    ]).turns;
    expect(call).toMatchObject({ role: "assistant", calls: [{ tool: "bash", input: "cat src/a.ts" }] });
    expect(result).toMatchObject({ role: "tool", shows_file: true, failed: false, input: "cat src/a.ts" });
  });

  test("other roles are counted, what has neither role nor text is a warning with its line", () => {
    const transcript = read([
      { role: "system", text: "Be nice." },
      { note: 1 },
      { role: "user", text: ["parts"] },
      { role: "user", text: "Hello." },
    ]);
    expect(transcript.left_out).toEqual([{ what: "messages of other roles", count: 1 }]);
    expect(transcript.warnings).toEqual([
      "Line 2 has no role and text; left out.",
      "Line 3 has no role and text; left out.",
    ]);
  });

  test("is recognised by its first line that says something, and not by any JSON", () => {
    const begins = (...lines: readonly unknown[]) =>
      plainReader.recognises(
        new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
      );
    expect(begins({ role: "user", text: "x" })).toBe(true);
    expect(begins({ type: "user", message: { role: "user", content: "x" } })).toBe(false);
    expect(begins({ session_id: "s" })).toBe(false);
    expect(begins({ session_id: "s" }, { role: "user", text: "x" })).toBe(true);
    expect(begins({ id: "a" }, { id: "b" }, { role: "user", text: "x" })).toBe(false);
  });
});
