import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exitCodes } from "../src/exit-codes.ts";
import { aPerson, lessons } from "./run-command.ts";

const runs = Math.ceil(Number(process.env.HOLDFAST_PROPERTY_RUNS ?? 150) / 3);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000);
const atOnce = 4;
const person = aPerson();
const { stdout: help } = await person.run(["--help"]);
const names = [...help.matchAll(/^ {2}([a-z]+) [ [<]/gm)].map(([, name = ""]) => name);

const options = [
  ...[
    "--json",
    "--quiet",
    "--dir",
    "--dir=",
    "--scope",
    "--scope=user",
    "--model",
    "--model=local/rules",
    "--session",
  ],
  ...[
    "--limit",
    "--limit=0",
    "--limit=-1",
    "--limit=1e9",
    "--status=any",
    "--category=lesson",
    "--all",
    "--again",
  ],
  ...[
    "--fix",
    "--explain",
    "--budget=1",
    "--help",
    "--version",
    "-h",
    "-V",
    "--",
    "-",
    "--no-json",
    "--unknown",
  ],
];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names) },
  { weight: 3, arbitrary: fc.constantFrom(...options) },
  fc.constantFrom(
    "",
    " ",
    ".",
    "..",
    "/",
    "~",
    "rec_",
    "cand_0",
    "run_x",
    "all",
    "bash",
    "user",
    "0",
    "NaN",
    "__proto__",
  ),
  fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll("\0", "").toWellFormed()),
  fc.constantFrom(
    "\u001b[31m",
    "\u202e",
    "x".repeat(5_000),
    "../../outside",
    "$(touch outside)",
    "; touch outside",
  ),
);

test("whatever words the command is given, it ends with one of its exit codes, in words, and touches only its own folders", {
  timeout: 60_000 + runs * 2_000,
  tags: ["nothing-silent"],
}, async () => {
  expect(names.length).toBeGreaterThan(20);
  await person.run(["save", "-"], { stdin: lessons("Dust the shelves") });
  const before = readdirSync(person.home).sort();
  const left = fc.sample(fc.array(word, { maxLength: 6 }), { numRuns: runs, seed });
  const tryAll = async () => {
    for (let args = left.pop(); args !== undefined; args = left.pop()) {
      const { code, stdout, stderr } = await person.run(args, { stdin: lessons("Water the plants") });
      const said = `${JSON.stringify(args)} ended with ${code}\n${stdout}\n${stderr}`;
      expect(Object.values(exitCodes), said).toContain(code);
      expect(stdout + stderr, said).not.toMatch(/\n\s+at \S+ \(|This is a fault of Holdfast/);
      if (code === exitCodes.usage) expect(stdout + stderr, said).toMatch(/\S/);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, tryAll));
  const own = new Set([...before, ".holdfast", "shop"]);
  expect(readdirSync(person.home).filter((name) => !own.has(name))).toEqual([]);
  expect((await person.run(["doctor"])).code).toBe(0);
});
