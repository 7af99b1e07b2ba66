import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPerson, lessons, type Person } from "./run-command.ts";

/** The command as on a host for which no driver of SQLite is there. */
function withoutDrivers({ home }: Person): { NODE_OPTIONS: string } {
  const script = join(home, "without-drivers.cjs");
  writeFileSync(
    script,
    `const { Module } = require("node:module");
const load = Module._load;
Module._load = (name, ...rest) => {
  if (/sqlite/.test(name)) throw new Error(name + " is not here");
  return load(name, ...rest);
};
`,
  );
  return { NODE_OPTIONS: `--require=${script}` };
}

test("without any driver what is known is read from the files, and writing says what is missing and loses nothing", {
  tags: ["index-failure-warns"],
}, async () => {
  const person = aPerson();
  await person.run(["save", "--quiet"], { stdin: lessons("Run the migrations before the tests") });
  const env = withoutDrivers(person);

  const list = await person.json(["list"], { env });
  expect(list.code).toBe(0);
  expect(list.value.map(({ summary }) => summary)).toEqual(["Run the migrations before the tests"]);
  expect((await person.json(["recall", "migrations"], { env })).value).toHaveLength(1);
  expect((await person.run(["context"], { env })).stdout).toContain("Run the migrations before the tests");

  const staged = await person.json(["stage"], { env, stdin: lessons("Seed the database first") });
  expect(staged.value.staged).toHaveLength(1);
  const { code, value } = await person.json(["reconcile"], { env });
  expect(code).toBe(1);
  expect(value.error).toMatchObject({
    code: "sqlite_missing",
    hint: expect.stringContaining("Install better-sqlite3"),
  });
  expect((await person.json(["staging"], { env })).value).toHaveLength(1);

  const settled = await person.json(["reconcile"]);
  expect(settled.value.counts).toMatchObject({ add: 1, left_staged: 0 });
});
