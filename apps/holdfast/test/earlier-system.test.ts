import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { aPerson, lessons, type Person } from "./run-command.ts";

const produced_at = "2026-01-02T03:04:05.000Z";
const staged = {
  summary: "Run the migrations first",
  detail: "The tests need the schema.",
  scope_suggestion: "shop",
  triggers: [
    { type: "topic", value: "shop" },
    { type: "command", pattern: "npm test" },
  ],
  source_evidence: { discussion_note_ids: [3, 7] },
  reconcile_attempts: 1,
};
const marked = {
  text: "Prefer tabs",
  source_evidence: { lesson_candidate_marker_ids: ["m-1"] },
  reconcile_attempts: 0,
};
const waiting = (lessons: readonly unknown[], preferences: readonly unknown[]) =>
  JSON.stringify({
    ...{ schemaVersion: 1, session_id: "0b9c", produced_at, project_root: "/home/me/shop" },
    candidates: { lessons, preferences, decisions: [], domain: [] },
  });
const dead = {
  ...{
    session_id: "0b9c",
    produced_at,
    attempts: 3,
    last_gate_reason: "coverage mismatch (retry cap 3 reached)",
  },
  ...{ category: "lessons", candidate: staged },
};

/** A memory folder as the earlier system left it. */
const folder: { readonly [path: string]: string } = {
  "lessons.md": "# Lessons\n\n## lsn_01\n\n- summary: Seed the database first\r\n- status: active\n",
  "preferences.md": "# Preferences\n\n## prf_01\n\nPrefer tabs\n",
  "decisions.md": "# Decisions\n",
  "domain.md": "# Domain\n",
  "lessons.db": "SQLite format 3\0 and so on",
  "reconcile-runs.jsonl": '{"id":"r1","source":"manual","status":"completed"}\n{"half',
  "canonical-writer.lock": "4711 2026-01-02T03:04:05.000Z\n",
  "staging/0b9c.json": waiting([staged], [marked]),
  "staging/1d2e.json": waiting([], [marked]),
  "deadletter/0b9c_lessons_1767323045000_k3v9aa.json": JSON.stringify(dead),
};

function leaveFolder({ project, dir }: Person): void {
  mkdirSync(join(project, ".pi"));
  for (const [name, text] of Object.entries(folder)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(dir, name), text, { mode: 0o600 });
  }
}

/** What became of the folder's files, the lock under the name it was given when it was set aside. */
function found({ dir }: Person, lock: string): { [path: string]: string | undefined } {
  const names = Object.keys(folder).map((name) => [name, name === "canonical-writer.lock" ? lock : name]);
  return Object.fromEntries(names.map(([name, at]) => [name, readFileSync(join(dir, at!), "utf8")]));
}

function aPersonWithIt(): Person {
  const person = aPerson();
  const withIt = { ...person, dir: join(person.project, ".pi/memory") };
  leaveFolder(withIt);
  return withIt;
}

test("what the earlier system left stays byte for byte through every command, and the lock is only set aside", {
  tags: ["doctor-keeps-memory"],
}, async () => {
  const person = aPersonWithIt();
  const { run, json } = person;
  const before = statSync(join(person.dir, "staging/0b9c.json")).ino;

  expect(
    (await json(["stage"], { stdin: lessons("Pin every action by its hash") })).value.staged,
  ).toHaveLength(1);
  expect((await json(["reconcile"])).value.error?.code).toBe("lock_unreadable");
  expect(found(person, "canonical-writer.lock")).toEqual(folder);

  const { fixed } = (await json(["doctor", "--fix"])).value;
  expect(fixed.map(({ code }) => code)).toEqual(["foreign_lock"]);
  const aside = "canonical-writer.lock.set-aside-1";
  expect(found(person, aside)).toEqual(folder);

  const { code, value } = await json(["reconcile"]);
  expect([code, value.counts]).toMatchObject([0, { add: 1, dead_lettered: 0, left_staged: 0 }]);
  expect((await json(["save"], { stdin: lessons("Rotate the signing key in May") })).value.counts.add).toBe(
    1,
  );
  expect(await json(["recover", "--all"])).toMatchObject({ code: 0, value: { recovered: [], left: [] } });
  expect((await json(["list"])).value).toHaveLength(2);
  expect((await json(["staging"])).value).toEqual([]);
  expect((await json(["deadletter"])).value).toEqual([]);
  expect((await json(["status"])).value).toMatchObject({ staged: 0, dead_letters: 0 });
  const [first] = (await json(["list"])).value;
  for (const args of [["forget", first!.id], ["recall", "tabs"], ["context"], ["runs"], ["doctor", "--fix"]])
    await run(args);

  expect(found(person, aside)).toEqual(folder);
  expect(statSync(join(person.dir, "staging/0b9c.json")).ino).toBe(before);
  expect(readdirSync(join(person.dir, "deadletter"))).toHaveLength(1);
});

test("doctor says of each file of the earlier system what it is, that it was left, and what to do", async () => {
  const person = aPersonWithIt();
  const { code, value } = await person.json(["doctor"]);
  expect(code).toBe(1);
  const earlier = value.findings.filter((finding) => finding.code === "earlier_system");
  const names = earlier.map(({ path }) => path.replace(`${person.dir}/`, ""));
  expect(names.sort()).toEqual(
    Object.keys(folder)
      .filter((name) => !name.endsWith(".lock"))
      .sort(),
  );
  for (const { message, fix } of earlier) {
    expect(message).toContain("left as it is");
    expect(fix).toContain("holdfast stage FILE");
  }
  expect(value.findings.filter((finding) => finding.code !== "earlier_system")).toMatchObject([
    { code: "foreign_lock" },
  ]);
});

test("a file of our own with a member of that shape is ours: the member becomes a dead letter, its sibling is saved", async () => {
  const person = aPerson();
  await person.run(["stage"], { stdin: lessons("Pin every action by its hash") });
  const staging = join(person.dir, "staging");
  const [name = ""] = readdirSync(staging);
  const file = JSON.parse(readFileSync(join(staging, name), "utf8"));
  file.candidates.lessons.push(staged);
  writeFileSync(join(staging, "next"), JSON.stringify(file));
  renameSync(join(staging, "next"), join(staging, name));
  expect((await person.json(["reconcile"])).value.counts).toMatchObject({ add: 1, dead_lettered: 1 });
});
