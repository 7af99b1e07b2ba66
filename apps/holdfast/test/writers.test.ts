import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { distinctTexts } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { holdWriter } from "./hold-writer.ts";
import { timesKept } from "./places.ts";
import { aPerson, lessons } from "./run-command.ts";

describe("while another process writes", async () => {
  const person = aPerson();
  const demo = new URL("../demo/session.jsonl", import.meta.url).pathname;

  test("others say who it is and since when, and what waits stays; once it is killed, the next run goes on at once", {
    timeout: 120_000,
    tags: ["busy-says-who", "dead-holder"],
  }, async () => {
    const { value } = await person.json(["remember", "Water the plants"]);
    const before = value.outcomes[0]!.record_id!;
    mkdirSync(join(person.dir, "staging"), { recursive: true });
    writeFileSync(join(person.dir, "staging", "torn.json"), '{"torn');
    await person.run(["reconcile"]); // makes a dead letter of it
    const staged = await person.json(["stage", "-"], { stdin: lessons("Sort the imports") });
    const { child, ended } = await holdWriter(person.dir);
    const who = `process ${child.pid}`;

    const busy = await Promise.all(
      [
        ["reconcile"],
        ["recover", "--all"],
        ["archive", before],
        ["undo", before],
        ["forget", before],
        ["drop", staged.value.staged[0]!],
        ["consolidate", demo],
      ].map((args) => person.json(args)),
    );
    expect(busy.map(({ code }) => code)).toEqual([3, 3, 3, 3, 3, 3, 3]);
    for (const { value } of busy.slice(0, -1)) {
      expect(value.error).toMatchObject({ code: "writer_busy", hint: expect.stringMatching(/\S/) });
      expect(value.error!.message).toMatch(new RegExp(`a long run.*${child.pid}|${child.pid}.*a long run`));
      expect(value.error!.message).toContain("2030-01-01");
    }
    expect(busy.at(-1)!.value).toMatchObject({ status: "deferred", stop_reason: "writer_busy" });
    expect(busy.at(-1)!.stderr).toContain(String(child.pid));

    const saved = await person.run(["save", "-"], { stdin: lessons("Feed the cat") });
    expect(saved.code).toBe(0);
    expect(saved.stdout).toContain("everything stays staged");
    expect(saved.stderr).toMatch(/^warning: .*a long run/);
    const remembered = await person.json(["remember", "Buy milk"]);
    expect(remembered).toMatchObject({
      code: 0,
      value: { status: "deferred", stop_reason: "writer_busy" },
    });
    expect((await person.json(["staging"])).value.length).toBeGreaterThan(12);
    expect((await person.run(["status"])).stdout).toMatch(
      new RegExp(`writer +a long run, ${who} since 2030-01-01`),
    );
    expect((await person.run(["list"])).stdout).toContain("Water the plants");

    child.kill("SIGKILL");
    await ended;
    const next = await person.json(["reconcile"]);
    expect(next).toMatchObject({ code: 0, stderr: "", value: { status: "completed" } });
    expect((await person.json(["status"])).value).toMatchObject({ staged: 0, writer: null });
  });
});

test("a run that was suspended keeps its place, and goes on when it is woken", {
  timeout: 120_000,
  tags: ["dead-holder"],
}, async () => {
  const person = aPerson();
  await person.run(["stage", "-"], { stdin: lessons(...distinctTexts(200)) });
  const { child, ended } = person.start(["reconcile"]);
  await untilWritten(join(person.dir, "canonical-writer.json"));
  child.kill("SIGSTOP");
  const busy = await person.run(["reconcile"]);
  expect(busy.code).toBe(3);
  expect(busy.stderr).toContain(String(child.pid));
  expect((await person.json(["status"])).value.writer).toMatchObject({
    pid: child.pid,
    command: "reconcile",
  });
  child.kill("SIGCONT");
  expect((await ended).stdout).toContain("200 added.");
});

test("stagers and reconcilers side by side: each says what it did, and every candidate ends in exactly one place", {
  timeout: 120_000,
  tags: ["settled-once", "single-writer"],
}, async () => {
  const person = aPerson();
  const texts = distinctTexts(24);
  const stagings = Array.from({ length: 8 }, (_, at) =>
    person.json(["stage", "-", "--session", `s${at}`], {
      stdin: lessons(...texts.slice(at * 3, at * 3 + 3)),
    }),
  );
  const runs = Array.from({ length: 4 }, () => person.json(["reconcile"]));
  const staged = await Promise.all(stagings);
  const acknowledged = staged.flatMap(({ value }) => value.staged);
  expect(acknowledged).toHaveLength(24);
  for (const { code, value } of await Promise.all(runs)) {
    if (code === 3) expect(value.error!.code).toBe("writer_busy");
    else expect(code).toBe(0);
  }

  expect((await person.json(["reconcile"])).code).toBe(0);
  const times = timesKept(person.dir);
  expect([...times.keys()].sort()).toEqual(acknowledged.sort());
  expect([...times.values()].every((count) => count === 1)).toBe(true);
  expect(readdirSync(join(person.dir, "lessons"))).toHaveLength(24);
});

async function untilWritten(path: string): Promise<void> {
  while (!existsSync(path) || !readFileSync(path, "utf8").endsWith("\n")) await setTimeout(5);
}
