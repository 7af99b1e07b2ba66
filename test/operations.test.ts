import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCodes, findingCodes } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { aPerson, lessons } from "../apps/holdfast/test/run-command.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/operations.md"), "utf8");
const sources = ["packages", "apps"].flatMap((row) =>
  readdirSync(join(root, row)).flatMap((house) => textsIn(join(root, row, house, "src"))),
);
const codes: ReadonlySet<string> = new Set([...errorCodes, ...findingCodes]);
/** What is quoted in the column of what you see; codes and single words aside. */
const messages = [...page.matchAll(/^\| [^|]+ \| ([^|]*) \| [^|]* \|$/gm)]
  .flatMap(([, seen = ""]) => [...seen.matchAll(/`([^`]+)`/g)].map(([, quoted = ""]) => quoted))
  .filter((quoted) => quoted.includes(" ") && !quoted.startsWith("holdfast "));

describe("the page of operations", () => {
  test("quotes what is said in so many words", () => {
    expect(messages.length).toBeGreaterThanOrEqual(20);
  });

  test.each(messages)("%s: is said by the source", (message) => {
    // Composed of several literals, but in one place.
    const parts = message.split("…").map((part) => part.replace(/^[\s.:,()]+|[\s.:,()]+$/g, ""));
    const says = (source: string) => parts.every((part) => source.includes(part));
    expect(sources.filter(says), message).not.toEqual([]);
  });

  test("names codes that there are", () => {
    const named = [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = ""]) => code);
    const fates = ["dead_lettered", "older_than_target"];
    expect(named.filter((code) => !codes.has(code) && !fates.includes(code))).toEqual([]);
  });

  test("shows what the real command says", { timeout: 60_000 }, async () => {
    const person = aPerson();
    const stderrOf = async (...args: string[]) => (await person.run(args)).stderr;
    await person.run(["save", "-"], { stdin: lessons("Run the migrations before the tests") });
    rmSync(join(person.dir, "index.db"));
    const told = [await stderrOf("list")];
    writeFileSync(join(person.dir, "index.db"), "garbage");
    told.push(await stderrOf("list"));
    writeFileSync(join(person.dir, "staging", "newer.json"), '{"schemaVersion": 99}');
    told.push(await stderrOf("reconcile"));
    rmSync(join(person.dir, "canonical-writer.lock"));
    writeFileSync(join(person.dir, "canonical-writer.lock"), "12345");
    told.push(await stderrOf("remember", "Seed the database"));
    rmSync(join(person.dir, "ledger.jsonl"), { force: true });
    symlinkSync("/dev/null", join(person.dir, "ledger.jsonl"));
    told.push(await stderrOf("remember", "Seed the database"));
    const quoted = messages.filter((message) => shown(message).test(told.join("\n")));
    expect(quoted).toEqual(
      expect.arrayContaining([
        "The search index was missing and has been rebuilt from … files.",
        "The search index was … and has been rebuilt from ….",
        "was written by a newer version",
        "… is not our lock: it is …",
        "… is …. Nothing inside a store may lead out of it.",
      ]),
    );
  });

  test("gives a .gitignore by which git keeps the records and nothing else, and which is left as it is", async () => {
    const ignore = /```\n(\*\n[^`]+)```/.exec(page)?.[1] ?? "";
    const person = aPerson();
    const save = (summary: string) => person.run(["save", "-"], { stdin: lessons(summary) });
    await save("Run the migrations before the tests");
    writeFileSync(join(person.dir, ".gitignore"), ignore);
    await save("Seed the database");
    await person.run(["stage", "-"], { stdin: lessons("The staging server sleeps at night") });
    expect(readFileSync(join(person.dir, ".gitignore"), "utf8")).toBe(ignore);
    const git = (...args: string[]) => execFileSync("git", args, { cwd: person.project, encoding: "utf8" });
    git("init", "--quiet");
    git("add", "--all");
    const kept = git("ls-files").trim().split("\n");
    expect(kept.sort()).toEqual(
      [
        ".holdfast/.gitignore",
        ...readdirSync(join(person.dir, "lessons")).map((name) => `.holdfast/lessons/${name}`),
      ].sort(),
    );
  });
});

/** A quoted message as what it stands for. */
function shown(message: string): RegExp {
  return new RegExp(
    message
      .split("…")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+"),
  );
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}
