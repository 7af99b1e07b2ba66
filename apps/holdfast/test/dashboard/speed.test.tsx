import { spawn, spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { aPerson, bareEnvironment, main } from "../run-command.ts";
import {
  aRecord,
  dashboard,
  frame,
  known,
  large,
  outlineOf,
  pressed,
  records,
  shown,
} from "./a-dashboard.tsx";

const hasScript =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

test("with 20,000 records a key press is drawn at once", async () => {
  const many = records(20_000);
  const live = shown(
    dashboard([
      { kind: "go", screen: "memory" },
      { kind: "outline", outline: outlineOf(many) },
    ]),
  );
  const times: number[] = [];
  for (const key of "jjjjjjjjjjGkkkkg") {
    const before = live.lines().join("\n");
    const start = performance.now();
    live.type(key);
    while (live.lines().join("\n") === before) await pause(1);
    times.push(performance.now() - start);
  }
  expect(median(times)).toBeLessThan(100); // measured by bench/dashboard.ts; here only that it does not grow with what is known
});

test("a record of one very long word, or of a writing without spaces, is drawn at once too", () => {
  for (const detail of ["a".repeat(16_000), "\u6f22".repeat(16_000), "word ".repeat(3_200)]) {
    let state = dashboard([{ kind: "go", screen: "memory" }, ...known([aRecord({ detail })])], large);
    const start = performance.now();
    for (let nth = 0; nth < 10; nth++) state = pressed(state, nth % 2 === 0 ? "enter" : "escape").state;
    frame(state);
    expect(performance.now() - start).toBeLessThan(1_000);
  }
});

/** How long it takes is for bench/dashboard.ts to say; this holds on a busy machine too. */
test.skipIf(!hasScript)(
  "the first frame comes before memory and Ink are loaded",
  { timeout: 60_000 },
  async () => {
    const person = aPerson();
    const empty: number[] = [];
    const first: number[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const start = performance.now();
      spawnSync(process.execPath, ["-e", "0"]);
      empty.push(performance.now() - start);
      first.push(await firstFrame(person.home, person.project));
    }
    expect(median(first)).toBeLessThan(6 * median(empty) + 500);
  },
);

async function firstFrame(home: string, project: string): Promise<number> {
  const start = performance.now();
  const line = `stty cols 80 rows 24; exec '${process.execPath}' '${main}'`;
  const child = spawn("script", ["-qefc", line, "/dev/null"], {
    cwd: project,
    env: { ...bareEnvironment(home), TERM: "xterm-256color", SHELL: "/bin/sh" },
  });
  onTestFinished(() => {
    child.kill();
  });
  let screen = "";
  await new Promise<void>((drawn) => {
    child.stdout.on("data", (chunk) => {
      screen += chunk;
      if (screen.includes("[1 Overview]")) drawn();
    });
  });
  const took = performance.now() - start;
  child.stdin.write("q");
  await new Promise((ended) => child.on("close", ended));
  return took;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
