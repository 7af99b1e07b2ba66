import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { tellRun } from "../../../guarantees/long-runs.ts";
import { diceOf } from "./chaos/dice.ts";
import { fickleServer } from "./chaos/fickle-model.ts";
import { acknowledgedIn, endInOrder } from "./chaos/kept-once.ts";
import { resemblingTexts } from "./chaos/resembling-texts.ts";
import { aPerson, lessons } from "./run-command.ts";

// Real processes on a real disk: the command is killed at random moments, again and again over one store, while a model answers now well, now
// badly. `npm run test:crash -- KILLS [SEED]` is the long form.

const isLong = process.env.HOLDFAST_KILLS !== undefined;
const kills = Number(process.env.HOLDFAST_KILLS ?? 15);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000);

test("kills at random moments lose nothing and double nothing", {
  timeout: 60_000 + kills * 6_000,
  tags: ["conservation", "settled-once", "dead-holder", "files-are-yours"],
}, async () => {
  console.log(`seed ${seed}`);
  const dice = diceOf(seed);
  const { roll, upTo, pick } = dice;
  const { server, env } = await fickleServer(dice, async () => {
    if (roll() < 0.3) await pause(roll() * 300); // so that some die while a model is asked
    return roll() < 0.1 ? { kind: "error", status: pick([401, 500, 529]) } : undefined;
  });
  const person = aPerson();
  const texts = resemblingTexts(dice, 12);
  const acknowledged = acknowledgedIn(person.dir);
  const killed: { [command: string]: number } = {};
  const told = { kills: 0, "ended by themselves": 0, checks: 0 };

  try {
    await person.run(["save", "-"], { stdin: lessons(...texts(12)), env });
    const start = performance.now();
    await person.run(["save", "-"], { stdin: lessons(...texts(4)), env });
    const usual = performance.now() - start; // with a model's answer; a machine that is busy dies later
    while (told.kills < kills) {
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
        stdin: args[1] === "-" ? lessons(...texts(1 + upTo(4))) : "",
      });
      const timer = setTimeout(() => child.kill("SIGKILL"), roll() * 1.5 * usual);
      const { code, stdout } = await ended;
      clearTimeout(timer);
      if (code === null) {
        told.kills++;
        killed[args[0]!] = (killed[args[0]!] ?? 0) + 1;
      } else told["ended by themselves"]++;
      if (code !== null && args[1] === "-") acknowledged.hear(stdout); // also where the model then failed
      expect(code === null || [0, 1].includes(code), `${args.join(" ")} ended with ${code}: ${stdout}`).toBe(
        true,
      );
      acknowledged.check(2); // before a run has put right what a death left, it may be in two places
      told.checks++;
    }
    await pause(50);
    const kept = await endInOrder(person, acknowledged);
    expect(kept).toMatchObject({ lost: 0, doubled: 0 });
    if (isLong) expect(server.requests.length).toBeGreaterThan(kills / 4);
    tellRun(
      {
        name: "crash",
        command: `npm run test:crash -- ${kills} ${seed}`,
        found: { ...told, "model calls": server.requests.length, ...kept },
      },
      { isLong },
    );
    console.log(killed);
  } finally {
    await server.close();
  }
});

function recordIdsIn(dir: string): string[] {
  const folder = join(dir, "lessons");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => /--(rec_\w+)\.md$/.exec(name)?.[1] ?? []);
}
