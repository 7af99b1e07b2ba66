import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { manyRecords } from "./many-records.ts";

/**
 * How long the built dashboard takes to its first frame, against an empty node process, and to draw a key press, on a real terminal (the
 * `script` of util-linux gives it one).
 */
const sizes = process.argv.includes("--short") ? [2_000] : [10_000, 20_000];
const main = fileURLToPath(new URL("../apps/holdfast/dist/main.js", import.meta.url));
const opens = 9;

console.log(
  "records | node -e 0 ms | first frame ms | ratio | with numbers ms | key ms: median, longest | typed ms: median, longest",
);
for (const count of sizes) await measure(count);

async function measure(count: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "holdfast-bench-"));
  const project = join(home, "shop");
  mkdirSync(join(project, ".git"), { recursive: true });
  await manyRecords(
    { dir: join(project, ".holdfast"), userDir: join(home, ".holdfast"), cwd: project },
    count,
  );

  const empty: number[] = [];
  const first: number[] = [];
  const whole: number[] = [];
  for (let nth = 0; nth < opens; nth++) {
    empty.push(await timeOf(() => ended(spawn(process.execPath, ["-e", "0"]))));
    const opened = await open(home, project);
    first.push(opened.firstMs);
    whole.push(opened.wholeMs);
    opened.press("q");
    await ended(opened.child);
  }

  const { press, drawn, child } = await open(home, project);
  await pause(3_000); // the index has been compared with the files by then
  press("2");
  await drawn();
  await pause(1_000);
  const keys = await timesOf([..."jjjjjjjjjjjjGgGg", "\u001b[6~", "\u001b[6~", "\u001b[5~"], press, drawn);
  await timesOf(["/"], press, drawn);
  const typed = await timesOf([..."never the invoice"], press, drawn);
  child.kill();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });

  const ms = (value: number) => value.toFixed(0);
  console.log(
    [
      count,
      ms(median(empty)),
      ms(median(first)),
      (median(first) / median(empty)).toFixed(1),
      ms(median(whole)),
      `${ms(median(keys))}, ${ms(Math.max(...keys))}`,
      `${ms(median(typed))}, ${ms(Math.max(...typed))}`,
    ].join(" | "),
  );
}

/** Opens it on a terminal of 80 x 24. */
async function open(home: string, project: string) {
  const line = `stty cols 80 rows 24; exec '${process.execPath}' '${main}'`;
  const start = performance.now();
  const child = spawn("script", ["-qefc", line, "/dev/null"], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: home, TERM: "xterm-256color", SHELL: "/bin/sh" },
  });
  let screen = "";
  let told = () => {};
  child.stdout.on("data", (chunk) => {
    screen += chunk;
    told();
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      await new Promise<void>((more) => {
        told = more;
      });
    }
    return performance.now() - start;
  };
  const firstMs = await until(() => screen.includes("1 Overview"));
  const wholeMs = await until(() => /\d current, /.test(screen));
  return {
    child,
    firstMs,
    wholeMs,
    press(key: string) {
      screen = "";
      child.stdin.write(key);
    },
    drawn: () => until(() => screen.includes("2 Memory")),
  };
}

/** From each key to the frame that it leads to. */
async function timesOf(keys: readonly string[], press: (key: string) => void, drawn: () => Promise<number>) {
  const times: number[] = [];
  for (const key of keys) {
    times.push(
      await timeOf(async () => {
        press(key);
        await drawn();
      }),
    );
    await pause(120);
  }
  return times;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => child.on("close", () => done()));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
