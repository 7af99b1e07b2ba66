import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openMemory } from "@holdfast/memory";
import { distinctTexts } from "@holdfast/testkit";
import { expect, test } from "vitest";
import { timesKept } from "./places.ts";
import { aPerson, lessons, type Person, type Running } from "./run-command.ts";

test("Ctrl-C stops a long run before its next commits, says what is kept, and the next run finishes", async () => {
  const person = aPerson();
  const staged = await stageMany(person, 400);
  const running = person.start(["reconcile"]);
  await untilRecords(person, running);
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(130);
  expect(stderr).toContain("Stopping before the next commits");
  expect(stdout).toMatch(/Stopped \(by you\): what is committed is kept, the rest stays staged\./);
  const [, added, left] = /^(\d+) added, (\d+) left staged\.$/m.exec(stdout) ?? [];
  expect(Number(added)).toBeGreaterThan(0);
  expect(Number(left)).toBeGreaterThan(0);
  expect(Number(added) + Number(left)).toBe(400);
  expect(stdout.split("\n").length).toBeLessThan(130); // what ended alike is not listed without end
  expectEachOnce(person, staged);

  const next = await person.json(["reconcile"]);
  expect(next.value.counts).toMatchObject({ staged: Number(left), add: Number(left) });
  expectEachOnce(person, staged);
  const runs = (await person.json(["runs"])).value;
  expect(runs.map(({ status, stop_reason }) => [status, stop_reason])).toEqual([
    ["completed", undefined],
    ["stopped", "aborted"],
  ]);
}, 60_000);

test("with --json, an interrupted run is still one report", async () => {
  const person = aPerson();
  await stageMany(person, 300);
  const running = person.start(["reconcile", "--json", "--quiet"]);
  await untilRecords(person, running);
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ status: "stopped", stop_reason: "aborted" });
  expect(stderr).toBe("");
}, 60_000);

test("Ctrl-C while a proposal is still being typed ends at once, with 130", async () => {
  const interruptAfter = async (ms: number) => {
    const { child, ended } = aPerson().start(["save", "-", "--json"], { keepStdinOpen: true });
    await setTimeout(ms);
    child.kill("SIGINT");
    return ended;
  };
  let { code, stdout } = await interruptAfter(700);
  if (code === null) ({ code, stdout } = await interruptAfter(5_000)); // on a busy machine it had not begun to listen
  expect(code).toBe(130);
  expect(JSON.parse(stdout).error).toMatchObject({
    code: "interrupted",
    hint: expect.stringContaining("kept"),
  });
});

test("a record that the index did not learn of before the process died is known to the next run", async () => {
  const person = aPerson();
  await person.run(["remember", "Water the plants"]);
  const { value } = await person.json(["stage", "-"], { stdin: lessons("Sort the imports") });
  const staged = value.staged[0]!;
  const before = join(person.home, "before");
  cpSync(person.dir, before, { recursive: true });
  const first = (await person.json(["reconcile"])).value;
  for (const name of readdirSync(person.dir)) {
    if (name.startsWith("index.db")) rmSync(join(person.dir, name));
  }
  for (const name of readdirSync(before)) {
    if (/^(index|staging)/.test(name))
      cpSync(join(before, name), join(person.dir, name), { recursive: true });
  }

  expect(timesKept(person.dir).get(staged)).toBe(2);
  expect((await person.json(["reconcile"])).value).toMatchObject({ status: "idle", outcomes: [] });
  expect(timesKept(person.dir).get(staged)).toBe(1);
  const [row] = (await person.json(["list", "--category", "lesson"])).value;
  expect(row).toMatchObject({ sources: [{ candidate_id: staged, run_id: first.run_id }], reinforced: 1 });
}, 30_000);

test("killed again and again at any moment, it loses nothing and doubles nothing", {
  timeout: 60_000,
  tags: ["conservation", "settled-once"],
}, async () => {
  const person = aPerson();
  const staged = await stageMany(person, 300);
  for (let kill = 0; kill < 15; kill++) {
    const running = person.start(["reconcile"]);
    await setTimeout(200 + Math.random() * 350);
    running.child.kill("SIGKILL");
    await running.ended;
    const times = timesKept(person.dir);
    expect(
      staged.filter((id) => !times.has(id)),
      `missing after kill ${kill}`,
    ).toEqual([]);
  }
  const last = await person.json(["reconcile"]);
  expect(last.code).toBe(0);
  expectEachOnce(person, staged);
  expect((await person.json(["doctor", "--fix"])).value.findings).toEqual([]);
  const outcomes = (await person.json(["runs", "--limit", "50"])).value.flatMap(
    (run: { outcomes: { candidate_id: string; fate: string }[] }) =>
      run.outcomes.filter(({ fate }) => fate === "add").map(({ candidate_id }) => candidate_id),
  );
  expect(outcomes.sort()).toEqual(staged.sort());
});

async function stageMany(person: Person, count: number): Promise<string[]> {
  const memory = await openMemory({
    dir: person.dir,
    userDir: join(person.home, ".holdfast"),
    cwd: person.project,
  });
  const texts = distinctTexts(count);
  const staged: string[] = [];
  for (let at = 0; at < count; at += 100) {
    const result = await memory.stage({
      sessionId: `s${at}`,
      candidates: { lessons: texts.slice(at, at + 100) },
    });
    staged.push(...result.staged);
  }
  await memory.close();
  expect(staged).toHaveLength(count);
  return staged;
}

/** Waits until a run has committed something. */
async function untilRecords(person: Person, { child }: Running): Promise<void> {
  while (!existsSync(join(person.dir, "runs.jsonl")) && child.exitCode === null) await setTimeout(5);
  await setTimeout(150);
}

function expectEachOnce(person: Person, staged: readonly string[]): void {
  const times = timesKept(person.dir);
  expect([...times.keys()].sort()).toEqual([...staged].sort());
  expect([...times].filter(([, count]) => count !== 1)).toEqual([]);
}
