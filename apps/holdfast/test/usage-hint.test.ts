import { expect, test } from "vitest";
import { aPerson } from "./run-command.ts";

const person = aPerson();

test.each([
  [["search", "postgres"], "Did you mean holdfast recall? holdfast --help shows every command"],
  [["ls"], "Did you mean holdfast list?"],
  [["delete", "rec_1"], "Did you mean holdfast forget?"],
  [["recall"], "holdfast recall --help shows what it takes."],
  [
    ["list", "--colour"],
    "A text that starts with a dash goes after --. holdfast list --help shows what it takes.",
  ],
  [["frobnicate"], "holdfast --help shows every command; holdfast COMMAND --help shows one."],
])("holdfast %j is answered with what was probably meant", async (args, hint) => {
  const { code, stderr } = await person.run(args);
  expect(code).toBe(2);
  expect(stderr).toContain(hint);
  const { value } = await person.json(args);
  expect(value.error).toMatchObject({ code: "usage", hint: expect.stringContaining(hint) });
});

test("every word of other tools leads to a command that there is, and is none itself", async () => {
  const { stdout } = await person.run(["--help"]);
  const commands = new Set([...stdout.matchAll(/^ {2}([a-z]+) [ [<]/gm)].map(([, name]) => name));
  for (const word of [
    "search",
    "add",
    "ls",
    "rm",
    "delete",
    "history",
    "failed",
    "pending",
    "import",
    "fix",
    "cat",
  ]) {
    expect(commands).not.toContain(word);
    const { stderr } = await person.run([word]);
    expect(commands, word).toContain(/Did you mean holdfast ([a-z]+)\?/.exec(stderr)?.[1]);
  }
});
