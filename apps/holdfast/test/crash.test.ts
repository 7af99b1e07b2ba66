import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { distinctTexts, type LoopbackReply, loopbackMessages } from "@holdfast/testkit";
import { expect, test } from "vitest";
import { timesKept } from "./places.ts";
import { aPerson, lessons } from "./run-command.ts";

// Real processes on a real disk: the command is killed at random moments, again and again over one store, while a model answers now well, now
// badly. `npm run test:crash -- KILLS [SEED]` is the long form.

const kills = Number(process.env.HOLDFAST_KILLS ?? 15);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000);

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function dice(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`${kills} kills at random moments lose nothing and double nothing (seed ${seed})`, {
  timeout: 60_000 + kills * 6_000,
  tags: ["conservation", "settled-once", "dead-holder", "files-are-yours"],
}, async () => {
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)]!;
  const server = await loopbackMessages((request) => fickle(JSON.stringify(request.body), roll));
  const person = aPerson();
  const env = {
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: server.url,
    PERSISTENT_MEMORY_RECONCILIATION_MAX_ATTEMPTS: "2",
  };
  const texts = distinctTexts(Math.ceil(kills / 2) + 6);
  const acknowledged = new Set<string>();
  const told = { killed: 0, ended: 0, checks: 0 };
  const some = () =>
    Array.from(
      { length: 1 + Math.floor(roll() * 4) },
      () => `${pick(texts)}${roll() < 0.6 ? " as well" : ""}`,
    );

  /** What was acknowledged is in one place; before a run has put right what a death left, it may be in two. */
  const check = (most: number) => {
    told.checks++;
    const kept = timesKept(person.dir);
    const wrong = [...acknowledged].filter(
      (id) => !((kept.get(id) ?? 0) >= 1 && (kept.get(id) ?? 0) <= most),
    );
    expect(wrong.map((id) => `${id}: ${kept.get(id) ?? 0} places`)).toEqual([]);
    for (const id of kept.keys()) acknowledged.add(id); // what is on disk now must stay
  };

  try {
    const start = performance.now();
    await person.run(["save", "-"], { stdin: lessons("The first of all"), env });
    const usual = performance.now() - start; // a machine that is busy dies later
    while (told.killed < kills) {
      const args = pick([
        ["stage", "-"],
        ["save", "-"],
        ["save", "-"],
        ["reconcile"],
        ["reconcile"],
        ["recover", "--all"],
        ["undo", pick([...recordIdsIn(person.dir), "rec_none"])],
      ]);
      const { child, ended } = person.start([...args, "--json"], {
        env,
        stdin: args[1] === "-" ? lessons(...some()) : "",
      });
      const timer = setTimeout(() => child.kill("SIGKILL"), roll() * 1.4 * usual);
      const { code, stdout } = await ended;
      clearTimeout(timer);
      if (code === null) told.killed++;
      else told.ended++;
      if (code === 0 && args[1] === "-") for (const id of stagedIn(stdout)) acknowledged.add(id);
      expect(
        code === null || [0, 1, 3].includes(code),
        `${args.join(" ")} ended with ${code}: ${stdout}`,
      ).toBe(true);
      check(2);
    }
    await pause(50);

    const last = await person.json(["reconcile", "--model", "local/rules"]); // nobody holds the writer's place
    expect(last.code).toBe(0);
    check(1);
    await person.run(["doctor", "--fix"]);
    const { value } = await person.json(["doctor"]);
    expect(value.findings).toEqual([]);
    expect((await person.json(["staging"])).value).toEqual([]);
    expect(temporaryIn(person.dir)).toEqual([]);
    const { value: records } = await person.json(["list"]);
    console.log(
      `seed ${seed}: ${told.killed} killed, ${told.ended} ended by themselves, ${told.checks} checks, ${server.requests.length} model calls; ${acknowledged.size} candidates, ${records.length} records; 0 lost, 0 doubled`,
    );
  } finally {
    await server.close();
  }
});

/** A model that says add, duplicate, supersede or discard, names what is not there, leaves out, or fails. */
function fickle(asked: string, roll: () => number): LoopbackReply {
  if (roll() < 0.15) return { kind: "error", status: roll() < 0.5 ? 500 : 401 };
  if (roll() < 0.1) return { kind: "text", text: "I would rather not." };
  const refs = [...new Set(asked.match(/\bC\d+\b/g))].filter(() => roll() < 0.9);
  const targets = [...new Set(asked.match(/\bM\d+\b/g)), "M99"];
  const actions = refs.map((ref) => {
    const action = ["add", "duplicate", "supersede", "discard"][Math.floor(roll() * 4)]!;
    const target_id = targets[Math.floor(roll() * targets.length)];
    const aims = action === "duplicate" || action === "supersede";
    return { ref, reason: "So it is.", action, ...(aims && { target_id }) };
  });
  return { kind: "tool", input: { actions } };
}

function stagedIn(stdout: string): string[] {
  const answer = JSON.parse(stdout) as { staged?: string[]; stage?: { staged: string[] } };
  return answer.staged ?? answer.stage?.staged ?? [];
}

function recordIdsIn(dir: string): string[] {
  const folder = join(dir, "lessons");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => /--(rec_\w+)\.md$/.exec(name)?.[1] ?? []);
}

function temporaryIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(
    (name) => /(^|\/)\.|\.tmp/.test(name) && !name.endsWith(".gitignore"),
  );
}
