import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alive, hostileTexts } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { aPerson, type Ended } from "./run-command.ts";

const hostile = Object.values(hostileTexts).join(" ");

describe("whatever a text holds, none of it comes alive on stdout or stderr, and JSON gives it back as it was", {
  tags: ["inert"],
}, async () => {
  const person = aPerson();
  const summary = `Hostile ${hostile}`;
  const proposal = {
    lessons: [
      { summary, detail: `Detail ${hostile}\nsecond line`, triggers: [{ type: "topic", value: hostile }] },
    ],
    decisions: [{ summary: `Decision ${hostile}`, why: hostile, alternatives: [hostile] }],
    preferences: [{ summary: `Good ${hostile}` }, { summary: "", detail: hostile }],
    [hostile]: [],
  };
  const stdin = JSON.stringify(proposal);
  const session = `s ${hostile}`;
  const pathlike = hostile.replaceAll("/", "");

  const ended: [string, Ended][] = [];
  const run = async (...args: string[]) => {
    ended.push([args.join(" "), await person.run(args, { stdin })]);
  };
  const both = async (...args: string[]) => {
    const [json] = await Promise.all([person.run([...args, "--json"], { stdin }), run(...args)]);
    ended.push([`${args.join(" ")} --json`, json]);
    return JSON.parse(json.stdout);
  };

  test("in every command that shows it", async () => {
    await person.run(["stage", "-", "--session", session], { stdin });
    await both("stage", "-", "--session", session);
    const staged = await both("staging");
    expect(staged.map((row: { session_id: string }) => row.session_id)).toEqual([session, session, session]);
    const lesson = staged.find((row: { category: string }) => row.category === "lesson");
    expect(lesson.detail).toBe(`Detail ${hostile}\nsecond line`);
    await both("show", lesson.candidate_id);
    spoil(person.dir, `raw ${hostile}`);
    await both("reconcile");
    const rows = await both("list");
    await run("save", "-", "--session", `other ${hostile}`);
    for (const { id } of rows) await run("show", id);
    await both("recall", "hostile", "decision", hostile);
    const [latest] = await both("runs");
    await both("runs", latest.run_id);
    await run("status");
    const block = await both("context", hostile, "--budget", "20000");
    expect(block.text.match(/<\/holdfast-memory>/g)).toHaveLength(1); // ours
    await both("sessions");
    await run("remember", hostile);
    await Promise.all([
      run("show", hostile),
      run("undo", hostile),
      run("recover", hostile),
      both("consolidate", pathlike),
      run("save", pathlike),
      run("list", `--${hostile}`),
      run(hostile),
      both("list", "--status", hostile),
      run("reconcile", "--model", hostile),
      run("list", "--dir", `x${pathlike}`),
    ]);
    await run("archive", rows[0].id);
    await run("restore", rows[0].id);
    await run("drop", (await both("deadletter"))[0].candidate_id);
    edit(person.dir, `---\nid: [${hostile}\n---\n# x\n`);
    await both("doctor");
    await run("list");
    await run("forget", rows[0].id);

    for (const [command, { stdout, stderr }] of ended) {
      expect(alive.exec(stdout), `stdout of ${command}`).toBeNull();
      expect(alive.exec(stderr), `stderr of ${command}`).toBeNull();
      expect(stdout + stderr, command).not.toMatch(/^\s+at .*\.(js|ts):/m);
    }
    expect(ended.length).toBeGreaterThan(40);
  }, 180_000);
});

/** Puts a file that can't be read into the waiting room. */
function spoil(dir: string, text: string): void {
  const [name] = readdirSync(join(dir, "staging"));
  const file = JSON.parse(readFileSync(join(dir, "staging", name!), "utf8"));
  file.candidates.lessons[0] = { ...file.candidates.lessons[0], detail: { text } };
  file.candidates.lessons[0].candidate_id = `cand_${hostile}`;
  writeFileSync(join(dir, "staging", `spoilt.json`), JSON.stringify(file));
}

function edit(dir: string, text: string): void {
  writeFileSync(join(dir, "lessons", "edited.md"), text);
}
