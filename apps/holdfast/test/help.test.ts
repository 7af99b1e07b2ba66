import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exitCodes } from "../src/exit-codes.ts";
import { aPerson } from "./run-command.ts";

const commands = [
  "remember",
  "stage",
  "save",
  "reconcile",
  "consolidate",
  "recover",
  "staging",
  "deadletter",
  "list",
  "show",
  "runs",
  "status",
  "recall",
  "archive",
  "restore",
  "undo",
  "drop",
  "forget",
  "doctor",
  "demo",
];
const person = aPerson();

test("--help of every command shows an example of it", async () => {
  const helps = await Promise.all(commands.map((command) => person.run([command, "--help"])));
  for (const [at, { code, stdout, stderr }] of helps.entries()) {
    expect(code, commands[at]).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatch(new RegExp(`^Usage: holdfast ${commands[at]}`));
    const [, example = ""] = stdout.split("\nExample:\n");
    expect(example, commands[at]).toContain(`holdfast ${commands[at]}`);
  }
});

test("--help names every command, has an example and fits into 80 columns", async () => {
  const { code, stdout } = await person.run(["--help"]);
  expect(code).toBe(0);
  for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, "m"));
  expect(stdout).toContain("Example:\n  holdfast remember");
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("--help says what a manual says: environment, files, and every exit code", async () => {
  const { stdout } = await person.run(["--help"]);
  const section = (name: string) => stdout.split(`\n${name}:\n`)[1]?.split("\n\n")[0] ?? "";
  const codes = [...section("Exit codes").matchAll(/^ {2}(\d+) +\S/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exitCodes));
  expect(section("Files")).toContain("~/.holdfast/");
  const configuration = readFileSync(
    new URL("../../../docs/reference/configuration.md", import.meta.url),
    "utf8",
  );
  const named = section("Environment").match(/\b[A-Z]+(?:_[A-Z]+)+\b|\bEDITOR\b/g) ?? [];
  expect(named).toContain("HOLDFAST_DIR");
  for (const name of named) expect(configuration).toContain(`\`${name}\``);
});

test("--version is a version", async () => {
  const { code, stdout } = await person.run(["--version"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
});

test("alone, off a terminal, it is status, also with options", async () => {
  const alone = await person.run([]);
  expect(alone.code).toBe(0);
  expect(alone.stdout).toContain(person.dir);
  expect(alone.stdout).toContain("holdfast remember");
  expect(alone.stderr).toBe("");
  const { value } = await person.json(["--dir", "elsewhere"]);
  expect(value).toMatchObject({ dir: `${person.project}/elsewhere` });
});

describe("a command line that can't be meant ends with 2, says why and what was meant, and shows no stack", () => {
  const cases: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [["lst"], /unknown command 'lst'\n\(Did you mean list\?\)/],
    [["help", "bogus"], /There is no such command/],
    [["list", "--statsu", "current"], /unknown option '--statsu'\n\(Did you mean --status\?\)/],
    [["remember", "-f is the flag"], /starts with a dash goes after --/],
    [["list", "--status", "gone"], /Allowed choices are current, superseded, archived/],
    [["list", "--limit", "0"], /whole number above 0/],
    [["--scope", "world"], /Allowed choices are project, user/],
    [["--dir"], /--dir <folder>' argument missing/],
    [["show"], /missing required argument 'id'/],
    [["show", "a", "b"], /too many arguments for 'show'/],
    [["recover"], /Give the ids to recover, or --all/],
    [["recover", "--all", "cand_1"], /Give the ids to recover, or --all/],
  ];
  test.concurrent.each(cases)("%j", async (args, says) => {
    const { code, stdout, stderr } = await person.run(args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/holdfast (\w+ )?--help/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("with --json it is one JSON value on stdout", async () => {
    const { code, value, stderr } = await person.json(["show"]);
    expect(code).toBe(2);
    expect(value).toEqual({
      error: { code: "usage", message: "missing required argument 'id'", hint: expect.any(String) },
    });
    expect(stderr).toBe("");
  });
});

test("what stands after -- is text, whatever it looks like", async () => {
  const { code, stdout } = await person.run(["remember", "--", "--json is a flag"]);
  expect(code).toBe(0);
  expect(stdout).toContain("--json is a flag");
});

test("a reader that closes the pipe early is no failure", async () => {
  const { child, ended } = person.start(["demo"]);
  child.stdout?.destroy();
  const { code, stderr } = await ended;
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
});
