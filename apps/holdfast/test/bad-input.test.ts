import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aPerson, type Ended, lessons, main } from "./run-command.ts";

const many = JSON.stringify({ lessons: Array.from({ length: 201 }, (_, i) => `Rule number ${i}`) });

describe("a proposal that can't be used says why and what to do, exits with 1 and stages nothing", () => {
  const cases: readonly (readonly [what: string, stdin: string | Uint8Array, says: RegExp])[] = [
    ["nothing", "", /stdin is empty/],
    ["no JSON", "lessons: none", /stdin is not JSON/],
    ["half of JSON", '{"lessons": ["a"', /stdin is not JSON/],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00, 0x7b]), /stdin is not JSON/],
    ["a list", "[]", /none of the groups lessons, preferences, decisions, domain/],
    ["a text", '"lessons"', /none of the groups/],
    ["null", "null", /none of the groups/],
    ["another object", '{"lesson": []}', /none of the groups/],
  ];
  const person = aPerson();
  test.concurrent.each(cases)("%s", async (_, stdin, says) => {
    const ended = await person.run(["save"], { stdin });
    expect(ended.code).toBe(1);
    expect(ended.stdout).toBe("");
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).toContain("Nothing was staged.");
    expect(ended.stderr).not.toMatch(stack);
    expect(existsSync(person.dir)).toBe(false);
  });
});

describe("a malformed member costs only itself", () => {
  const good = { summary: "Good" };
  const cases: readonly (readonly [member: unknown, path: string, says: RegExp])[] = [
    [{ summary: "Bad", detail: 7 }, ".detail", /Correct it or leave it out/],
    [{ summary: " \n" }, ".summary", /not blank/],
    [{ detail: "no summary" }, ".summary", /what is to be remembered/],
    [7, "", /Must be an object with a summary, or a text/],
    [{ summary: "s".repeat(301) }, ".summary", /301 characters; at most 300/],
    [{ summary: "Big", detail: "d".repeat(5_000_000) }, ".detail", /5000000 characters/],
    [{ summary: "Bad", scope_suggestion: "world" }, ".scope_suggestion", /project or user/],
    [
      { summary: "Bad", triggers: [{ type: "mood", value: "x" }] },
      ".triggers[0].type",
      /topic, path, command/,
    ],
  ];

  test.concurrent("it is named by its path, with what to do", { tags: ["malformed-alone"] }, async () => {
    const person = aPerson();
    const members = cases.map(([member]) => member);
    const stdin = JSON.stringify({ lessons: [good, ...members, "Also good"], preferences: ["And this"] });
    const { code, value } = await person.json(["stage", "-"], { stdin });
    expect(code).toBe(1);
    expect(value.staged).toHaveLength(3);
    expect(value.refused).toEqual(
      cases.map(([, path, says], at) => ({
        path: `candidates.lessons[${at + 1}]${path}`,
        message: expect.stringMatching(says),
      })),
    );
  });

  test.concurrent("in words too, and save keeps the rest", async () => {
    const person = aPerson();
    const { code, stdout } = await person.run(["save", "-"], {
      stdin: JSON.stringify({ lessons: [good, 7] }),
    });
    expect(code).toBe(1);
    expect(stdout).toContain("x  candidates.lessons[1]: Must be an object");
    expect(stdout).toContain("1 added, 1 refused and not kept.");
  });
});

test.concurrent("of more than 200 candidates in one save the first 200 are staged and the others named", async () => {
  const { code, value } = await aPerson().json(["stage", "-"], { stdin: many });
  expect(code).toBe(1);
  expect(value.staged).toHaveLength(200);
  expect(value.refused).toEqual([
    { path: "candidates.lessons[200]", message: expect.stringContaining("at most 200") },
  ]);
});

test.concurrent("a byte order mark, CRLF, NUL, CJK and emoji are kept as they were said", async () => {
  const person = aPerson();
  const detail =
    "Zeile eins\r\n\u0000\n# \u65e5\u672c\u8a9e\n---\n\ud83d\udc69\u200d\ud83d\udcbb ```\n<!-- x -->";
  const stdin = `\ufeff{"domain": [${JSON.stringify({ summary: "Odd text", detail })}]}\r\n`;
  expect((await person.json(["save", "-"], { stdin })).code).toBe(0);
  expect((await person.json(["list"])).value).toMatchObject([{ summary: "Odd text", detail }]);
});

test.concurrent("a session may have any id: its files stay in the memory folder", async () => {
  const person = aPerson();
  const sessions = [
    "../../outside",
    "/etc/passwd",
    "..",
    "x".repeat(300),
    "a\u0007b\nc",
    "C:\\x",
    "\u65e5\u672c",
  ];
  const ended = await Promise.all(
    sessions.map((session, at) =>
      person.run(["stage", "-", "--session", session], { stdin: lessons(`Rule ${at}`) }),
    ),
  );
  expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
  expect(readdirSync(join(person.dir, "staging"))).toHaveLength(ended.length);
  expect(readdirSync(person.home)).toEqual(["shop"]);
  const staged = (await person.json(["staging"])).value.map(
    ({ session_id }: { session_id: string }) => session_id,
  );
  expect(staged.sort()).toEqual([...sessions].sort());
  for (const session of ["", " ", "x".repeat(1001)]) {
    const refused = await person.run(["stage", "-", "--session", session], { stdin: lessons("Rule") });
    expectError(refused, /session id/);
  }
});

describe("a memory folder that can't be one", () => {
  test.concurrent("a file in its place is named, and left as it is", async () => {
    const person = aPerson();
    writeFileSync(join(person.project, "notes"), "mine");
    for (const dir of ["notes", "notes/deeper"]) {
      expectError(
        await person.run(["save", "-", "--dir", dir], { stdin: lessons("Rule") }),
        /notes.* is not a folder/,
      );
    }
    expect(readFileSync(join(person.project, "notes"), "utf8")).toBe("mine");
  });

  test.concurrent("a link inside it that leads out is refused, and nothing is written through it", {
    tags: ["kept-private"],
  }, async () => {
    const person = aPerson();
    const outside = join(person.home, "outside");
    mkdirSync(outside);
    mkdirSync(person.dir);
    symlinkSync(outside, join(person.dir, "staging"));
    expectError(await person.run(["stage", "-"], { stdin: lessons("Rule") }), /staging is a link/);
    expectError(await person.run(["remember", "Rule"]), /staging is a link/);
    expect(readdirSync(outside)).toEqual([]);
    const doctor = await person.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout + doctor.stderr).toMatch(/staging.* is a link/);
  });
});

test.concurrent("a record that was edited into nonsense is named by doctor; the others are listed, and its file is kept", async () => {
  const person = aPerson();
  await person.run(["save", "-"], { stdin: lessons("Sort the imports", "Water the plants") });
  const name = readdirSync(join(person.dir, "lessons")).find((one) => one.startsWith("sort"))!;
  const path = join(person.dir, "lessons", name);
  const nonsense = "---\nid: [unclosed\n  status: maybe\n---\n# Sort\n";
  writeFileSync(path, nonsense);

  const list = await person.run(["list"]);
  expect(list.code).toBe(0);
  expect(list.stdout).toContain("Water the plants");
  expect(list.stderr).toContain(name);
  const doctor = await person.json(["doctor", "--fix"]);
  expect(doctor.code).toBe(1);
  expect(doctor.value.findings).toEqual([
    {
      code: "record_unreadable",
      path: expect.stringContaining(name),
      message: expect.any(String),
      fix: expect.any(String),
    },
  ]);
  expect((await person.run(["doctor"])).stdout).toContain("record_unreadable: ");
  expect((await person.json(["remember", "Feed the cat"])).value.counts.add).toBe(1);
  expect(readFileSync(path, "utf8")).toBe(nonsense);
});

test.concurrent("a staging file of a newer format stays where it is, with a warning; the rest is settled", async () => {
  const person = aPerson();
  await person.run(["stage", "-"], { stdin: lessons("Sort the imports") });
  const newer = JSON.stringify({ schemaVersion: 2, candidates: "who knows" });
  writeFileSync(join(person.dir, "staging", "newer.json"), newer, { mode: 0o600 });
  const { code, value, stderr } = await person.json(["reconcile"]);
  expect(code).toBe(0);
  expect(value.counts).toMatchObject({ add: 1, dead_lettered: 0 });
  expect(stderr).toMatch(/^warning: .*newer\.json/m);
  expect(value.warnings).toEqual([expect.stringContaining("newer.json")]);
  expect(readFileSync(join(person.dir, "staging", "newer.json"), "utf8")).toBe(newer);
  expect((await person.json(["doctor"])).value.findings).toMatchObject([{ code: "staging_newer" }]);
});

test.concurrent("a malformed setting is a warning that names it, in every command and in the report", {
  tags: ["nothing-silent"],
}, async () => {
  const person = aPerson();
  const env = { PERSISTENT_MEMORY_RECONCILIATION_CHUNK_SIZE: "many" };
  const says = /^warning: PERSISTENT_MEMORY_RECONCILIATION_CHUNK_SIZE is "many".*using 20\.\n$/;
  for (const args of [["status"], ["list"], ["remember", "Rule"]]) {
    const { code, stderr } = await person.run(args, { env });
    expect(code).toBe(0);
    expect(stderr, args[0]).toMatch(says);
  }
  expect((await person.run(["list", "--quiet"], { env })).stderr).toBe("");
  const { value } = await person.json(["remember", "Other"], { env });
  expect(value.warnings).toEqual([expect.stringContaining("CHUNK_SIZE")]);
});

const stack = /^\s+at /m;

function expectError({ code, stdout, stderr }: Ended, says: RegExp): void {
  expect(stderr).toMatch(says);
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr.trimEnd().split("\n").length).toBeGreaterThan(1); // what happened, and what to do
  expect(stderr).not.toMatch(stack);
}

describe("a broken place to run in or to write to is told in words", () => {
  const shell = (person: ReturnType<typeof aPerson>, script: string) => {
    const run = `"${process.execPath}" "${main}"`;
    const { HOME: _, HOLDFAST_DIR: _dir, ...env } = process.env;
    return spawnSync("sh", ["-c", script.replaceAll("HOLDFAST", run)], {
      cwd: person.project,
      env: { ...env, HOME: person.home },
      encoding: "utf8",
    });
  };

  test("a current folder that was removed", () => {
    const { status, stderr } = shell(aPerson(), "mkdir z && cd z && rmdir ../z && HOLDFAST list");
    expect(status).toBe(1);
    expect(stderr).toMatch(/current folder no longer exists/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test.runIf(existsSync("/dev/full"))("an output that is full", () => {
    const { status, stderr } = shell(aPerson(), "HOLDFAST list > /dev/full");
    expect(status).toBe(1);
    expect(stderr).toBe(
      "The answer could not be written (ENOSPC). What was to be done is done; ask again.\n",
    );
  });
});
