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
    const begins = (line: unknown) =>
      plainReader.recognises(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
    expect(begins({ role: "user", text: "x" })).toBe(true);
    expect(begins({ type: "user", message: { role: "user", content: "x" } })).toBe(false);
    expect(begins({ session_id: "s" })).toBe(false);
  });
});
