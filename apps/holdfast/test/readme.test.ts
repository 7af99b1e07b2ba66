import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aPerson } from "./run-command.ts";

test("every line of output in the README is a line of the demo", async () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, block = ""] = /\n```\n(\$ holdfast[\s\S]*?)\n```\n/.exec(readme) ?? [];
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  expect(lines.length).toBeGreaterThan(8);
  const { stdout } = await aPerson().run(["demo"]);
  expect(lines.filter((line) => !stdout.includes(line))).toEqual([]);
});
