import { expect, test } from "vitest";
import { readJsonLines } from "../../src/readers/read-json-lines.ts";

const read = (text: string) => {
  const { lines, warnings } = readJsonLines(new TextEncoder().encode(text));
  return { lines: [...lines].map(({ line, value }) => [line, value]), warnings };
};

test("lines are counted from 1, empty ones too; broken ones are named, and the last as half-written", () => {
  expect(read('\uFEFF{"a":1}\r\n\r\n{"b\r\n2\n{"c')).toEqual({
    lines: [
      [1, { a: 1 }],
      [4, 2],
    ],
    warnings: ["Line 3 is not JSON; left out.", "Line 5 is half-written; left out."],
  });
  expect(read("")).toEqual({ lines: [], warnings: [] });
  expect(read("1")).toEqual({ lines: [[1, 1]], warnings: [] });
});

test("a line is parsed only when it is asked for", () => {
  const { lines, warnings } = readJsonLines(new TextEncoder().encode('{"a":1}\nbroken\n'));
  for (const { line } of lines) {
    expect(line).toBe(1);
    break;
  }
  expect(warnings).toEqual([]);
});

test("a line that no text can hold is named and left out, and the lines around it are read", () => {
  const bytes = new Uint8Array(600_000_000).fill(0x61);
  bytes.set(new TextEncoder().encode('{"a":1}\n'), 0);
  bytes.set(new TextEncoder().encode('\n{"b":2}\n'), bytes.length - 9);
  const { lines, warnings } = readJsonLines(bytes);
  expect([...lines]).toEqual([
    { line: 1, value: { a: 1 } },
    { line: 3, value: { b: 2 } },
  ]);
  expect(warnings).toEqual(["Line 2 has 600 MB, more than any entry; left out."]);
});
