import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { tellRun } from "../../../guarantees/long-runs.ts";
import { diceOf } from "./chaos/dice.ts";
import { editorOf } from "./chaos/edit-by-hand.ts";
import { fickleServer } from "./chaos/fickle-model.ts";
import { acknowledgedIn, endInOrder } from "./chaos/kept-once.ts";
import { resemblingTexts } from "./chaos/resembling-texts.ts";
import { aPerson, lessons } from "./run-command.ts";

// Many processes at once over one store, each of which starts the command again and again, while a person edits records and a model answers now well,
// now badly. `npm run test:concurrency -- SECONDS [SEED]` is the long form.

const isLong = process.env.HOLDFAST_SECONDS !== undefined;
const seconds = Number(process.env.HOLDFAST_SECONDS ?? 5);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000);
const roles = { stage: 8, reconcile: 3, recover: 1 } as const;

test("eight stagers, three reconcilers, one recoverer and a person with an editor lose and double nothing", {
  timeout: 120_000 + seconds * 4_000,
  tags: ["conservation", "settled-once", "single-writer", "busy-says-who", "files-are-yours"],
}, async () => {
  console.log(`seed ${seed}`);
  const dice = diceOf(seed);
  const { server, env } = await fickleServer(dice);
  const person = aPerson();
  const texts = resemblingTexts(dice, 12);
  const acknowledged = acknowledgedIn(person.dir);
  const editor = editorOf(person.dir, dice);
  const told = { processes: 0, busy: 0, edits: 0 };
  const end = Date.now() + seconds * 1_000;

  /** Starts the command again and again. The only trouble there may be is another writer. */
  async function keepRunning(name: keyof typeof roles): Promise<void> {
    const args = { stage: ["stage", "-"], reconcile: ["reconcile"], recover: ["recover", "--all"] }[name];
    while (Date.now() < end) {
      const stdin = name === "stage" ? lessons(...texts(1 + dice.upTo(3))) : "";
      const { code, stdout, stderr } = await person.run([...args, "--json", "--quiet"], { env, stdin });
      told.processes++;
      if (name === "stage") acknowledged.hear(stdout);
      const { error } = JSON.parse(stdout) as { error?: { code: string; message: string } };
      if (error?.code === "writer_busy") {
        told.busy++;
        expect(error.message).toMatch(/Another writer is active: .+ \(process \d+\) since /);
      }
      const fine = error === undefined ? [0, 1].includes(code ?? -1) : code === 3;
      expect(fine && stderr === "", `${name} ended with ${code}: ${stdout}\n${stderr}`).toBe(true);
      if (name === "stage") expect(code).toBe(0);
    }
  }

  async function keepEditing(): Promise<void> {
    while (Date.now() < end) {
      await pause(100 + dice.roll() * 200);
      editor.edit();
      told.edits++;
    }
  }

  try {
    const running = (Object.keys(roles) as (keyof typeof roles)[]).flatMap((name) =>
      Array.from({ length: roles[name] }, () => keepRunning(name)),
    );
    await Promise.all([...running, keepEditing()]);
    const kept = await endInOrder(person, acknowledged);
    expect(kept).toMatchObject({ lost: 0, doubled: 0 });
    for (const [path, text] of editor.written) expect(readFileSync(path, "utf8")).toBe(text);
    if (isLong) expect(told.busy).toBeGreaterThan(seconds / 10);
    expect(editor.written.size).toBeGreaterThan(0);
    tellRun(
      {
        name: "concurrency",
        command: `npm run test:concurrency -- ${seconds} ${seed}`,
        found: { seconds, ...told, "model calls": server.requests.length, ...kept },
      },
      { isLong },
    );
  } finally {
    await server.close();
  }
});
