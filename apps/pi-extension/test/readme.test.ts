import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { typedCommands } from "../src/typed-commands.ts";
import { piHosts } from "./bench/index.ts";

const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");

test("the README names every typed command, and no other", () => {
  const table = /\| word \|[\s\S]*?\n\n/.exec(readme)?.[0] ?? "";
  const named = [...table.matchAll(/`([a-z]+)\b[^`]*`/g)].map(([, word]) => word);
  expect(new Set(named)).toEqual(new Set(typedCommands.map(({ word }) => word)));
});

test("the README calls those Pis tested that are", () => {
  const table = /\| Pi \| Node \|[\s\S]*?\n\n/.exec(readme)?.[0] ?? "";
  const versions = piHosts.map(({ name }) => /^Pi (\S+)/.exec(name)?.[1]);
  for (const version of versions) expect(table).toContain(version);
});
