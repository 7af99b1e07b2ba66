import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oldNodeWords } from "../src/old-node.ts";
import { main } from "./run-command.ts";

test.each([
  ["v18.20.8", "Holdfast needs Node.js 20.19 or newer; this is v18.20.8."],
  ["v20.18.3", "Holdfast needs Node.js 20.19 or newer; this is v20.18.3."],
  ["v20.19.0", undefined],
  ["v22.0.0", undefined],
  ["v110.1.0", undefined],
])("on %s", (running, told) => {
  const words = oldNodeWords(running);
  if (told === undefined) expect(words).toBeUndefined();
  else expect(words).toMatch(told);
});

test("what is read before that is told holds nothing that an old Node can't read", () => {
  const seen = new Set<string>();
  const read = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = readFileSync(new URL(name, `file://${main}`), "utf8");
    for (const [, from] of text.matchAll(/(?:^|[;\n])(?:import|export)[^"'();]*"(\.\/[^"]+)"/g)) read(from!);
    expect(/styleText|import\.meta\.dirname|\.toSorted\(|node:sqlite/.test(text), name).toBe(false);
    expect(text.length, name).toBeLessThan(5_000);
  };
  read("./main.js");
  expect(seen.size).toBeLessThan(8);
});
