import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { aPerson, type Person } from "./run-command.ts";

const demo = fileURLToPath(new URL("../demo/session.jsonl", import.meta.url));

test.concurrent("consolidating a session learns from it; doing it again finds nothing new", {
  tags: ["idempotent"],
}, async () => {
  const person = aPerson();
  const first = await person.json(["consolidate", demo]);
  expect(first.code).toBe(0);
  expect(first.value).toMatchObject({ status: "completed", model: "local/rules", model_calls: 0 });
  expect(first.value.counts.add).toBeGreaterThanOrEqual(10);
  expect(first.value.extraction!.sessions).toMatchObject([{ transcript: demo, already_read: 0 }]);
  expect(first.stderr).toBe("");

  const again = await person.json(["consolidate", demo]);
  expect(again.code).toBe(0);
  expect(again.value).toMatchObject({ status: "idle", outcomes: [], stage: { staged: [], refused: [] } });
  const [session] = again.value.extraction!.sessions;
  expect(session!.already_read).toBe(session!.turns);
  expect(session!.skipped).toBe("all of its turns were read before");
  expect((await person.run(["consolidate", demo])).stdout).toContain(
    "all of its turns were read before. holdfast consolidate --again reads them once more.",
  );
  expect((await person.json(["status"])).value.records).toBe(first.value.counts.add);
});

test.concurrent("a run is told in words: what became of each candidate and why, then the sum", {
  tags: ["explained"],
}, async () => {
  const person = aPerson();
  const { code, stdout } = await person.run(["consolidate", demo]);
  expect(code).toBe(0);
  expect(stdout).toContain("Use pnpm instead of npm");
  expect(stdout).toContain("Nothing similar is known.");
  expect(stdout).toMatch(/^\d+ added, \d+ known already\.$/m);
  expect(stdout).toMatch(/^local\/rules, [\d.]+ s$/m);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
});

describe("without a transcript it takes the newest session of this project", () => {
  const person = aPerson();
  const agentDir = join(person.home, "agent");
  const env = { PI_CODING_AGENT_DIR: agentDir };
  const shop = piSession(person.project, "Always sort the imports of the shop");
  addSession(
    agentDir,
    person.project,
    "old.jsonl",
    piSession(person.project, "Never trust the old session"),
    1,
  );
  addSession(agentDir, person.project, "new.jsonl", shop, 2);
  addSession(agentDir, join(person.home, "other"), "newest.jsonl", piSession("/other", "Never read this"), 3);
  addSession(
    agentDir,
    `${person.project}-2`,
    "x.jsonl",
    piSession(`${person.project}-2`, "Never read that"),
    4,
  );

  test.concurrent("seen from a folder inside the project", async () => {
    const inside = join(person.project, "src", "deep");
    mkdirSync(inside, { recursive: true });
    const { code, value } = await person.json(["consolidate"], { cwd: inside, env });
    expect(code).toBe(0);
    expect(value.extraction!.sessions[0]!.transcript).toMatch(/\/new\.jsonl$/);
    expect(await summaries(person)).toEqual([expect.stringMatching(/sort the imports/i)]);
  });

  test.concurrent("and says so where there is none", async () => {
    const { code, value } = await person.json(["consolidate"]);
    expect(code).toBe(1);
    expect(value.error).toMatchObject({
      code: "no_transcript",
      hint: expect.stringContaining("holdfast consolidate FILE"),
    });
    expect(value.error!.message).toContain(person.project);
  });
});

describe("a transcript that is none is refused, and nothing is created", () => {
  const person = aPerson();
  writeFileSync(join(person.home, "notes.txt"), "Always do this.\n");
  writeFileSync(join(person.home, "empty.jsonl"), "");
  test.concurrent.each([
    ["missing.jsonl", "no_transcript"],
    [".", "no_transcript"],
    ["notes.txt", "transcript_unreadable"],
    ["empty.jsonl", "transcript_unreadable"],
  ])("%s: %s", async (file, code) => {
    const ended = await person.json(["consolidate", join(person.home, file)]);
    expect(ended.code).toBe(1);
    expect(ended.value.error).toMatchObject({ code, message: expect.stringContaining(person.home) });
    expect((await person.json(["status"])).value).toMatchObject({ records: 0, staged: 0, last_run: null });
  });
});

test.concurrent("a session that is cut off in the middle of a line gives what it has", async () => {
  const person = aPerson();
  const whole = readFileSync(demo);
  const cut = join(person.home, "cut.jsonl");
  writeFileSync(cut, whole.subarray(0, whole.length - 40));
  const { code, value } = await person.json(["consolidate", cut]);
  expect(code).toBe(0);
  expect(value.counts.add).toBeGreaterThanOrEqual(10);
});

test.concurrent("the demo shows the main job in a folder of its own, and again in another", {
  tags: ["offline"],
}, async () => {
  const person = aPerson();
  const [text, json] = await Promise.all([person.run(["demo"]), person.json(["demo"])]);
  expect(text.code).toBe(0);
  expect(text.stderr).toBe("");
  expect(text.stdout).toContain("Nothing similar is known.");
  expect(text.stdout.match(/^\$ holdfast recall "/gm)).toHaveLength(2);
  expect(text.stdout).not.toContain("Nothing is known about that");
  const dir = /^ {2}(\/.*\/project)$/m.exec(text.stdout)?.[1] as string;
  expect(text.stdout).toContain(`list --dir ${dir}`);
  expect(json.value.dir).not.toBe(dir);

  const rows = (await person.json(["list", "--dir", dir])).value;
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(json.value.run.counts.add).toBe(
    (await person.json(["status", "--dir", json.value.dir])).value.records + 1,
  );
  expect((await person.json(["status"])).value.records).toBe(0);
});

async function summaries(person: Person): Promise<string[]> {
  return (await person.json(["list"])).value.map(({ summary }: { summary: string }) => summary);
}

function addSession(agentDir: string, cwd: string, name: string, text: string, age: number): void {
  const folder = join(agentDir, "sessions", `--${cwd.slice(1).replaceAll("/", "-")}--`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), 1_700_000_000 + age, 1_700_000_000 + age);
}

function piSession(cwd: string, said: string): string {
  const timestamp = "2026-03-04T09:00:00.000Z";
  const message = {
    role: "user",
    content: [{ type: "text", text: `${said}.` }],
    timestamp: Date.parse(timestamp),
  };
  const lines = [
    { type: "session", version: 3, id: "11111111-2222-4333-8444-555555555555", timestamp, cwd },
    { type: "message", id: "a1b2c3d4", parentId: null, timestamp, message },
  ];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
