import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { newerNode } from "@holdfast/testkit";
import { expect, test } from "vitest";
import { beside } from "../start-child.ts";
import { bun } from "./bun.ts";

// The store's own tests once more, where no better-sqlite3 is to be had: the lock with its processes and `kill -9`, the disk, the
// index, every file. `on-driver.ts` fails them when they stood on any other driver than the one that is named.

const root = beside("../../..");
const here = join(root, "packages/storage/test/hosts");
const inRoot = (folder: string) => readdirSync(join(root, folder)).map((name) => join(root, folder, name));
const testsOf = (folder: string) => inRoot(folder).filter((path) => path.endsWith(".test.ts"));

test("on Bun every test of the store passes, and those of memory over it, with bun:sqlite", async () => {
  const tests = [...testsOf("packages/storage/test"), join(root, "packages/memory/test/memory.test.ts")];
  const preload = ["on-bun.mjs", "on-driver.ts"].flatMap((name) => ["--preload", join(here, name)]);
  const flags = ["--conditions=@holdfast/source", "--timeout=60000", ...preload];
  const { code, output } = await run(bun(), ["test", ...flags, ...tests], { SQLITE_DRIVER: "bun:sqlite" });
  expect({ code, failed: figure(output, "fail") }, output).toEqual({ code: 0, failed: 0 });
  expect(figure(output, "pass")).toBeGreaterThan(600);
}, 600_000);

test("on a Node without the addon the tests of SQLite, lock and index pass with node:sqlite", async () => {
  const tests = ["sqlite", "lock", "index-answers", "index-resilience"].map((name) =>
    beside(`${name}.test.ts`),
  );
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", root, "--config", join(here, "vitest.config.ts"), ...tests];
  const { code, output } = await run(newerNode(here).path, args, {
    NODE_OPTIONS: `--import ${new URL("without-addon.mjs", import.meta.url)}`,
    SQLITE_DRIVER: "node:sqlite",
  });
  expect(code, output).toBe(0);
  expect(Number(/"numPassedTests":(\d+)/.exec(output)?.[1])).toBeGreaterThan(180);
}, 600_000);

/** Runs a host to its end, with its whole output. What Vitest tells its own processes is not handed on. */
function run(
  host: string,
  args: readonly string[],
  over: { [name: string]: string },
): Promise<{ code: number | null; output: string }> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$)/.test(name),
  );
  const child = spawn(host, args, { cwd: root, env: { ...Object.fromEntries(own), ...over } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      output += bytes;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** A line of the summary of `bun test`: ` 623 pass`. */
function figure(output: string, name: string): number {
  return Number(new RegExp(`^ *(\\d+) ${name}$`, "m").exec(output)?.[1]);
}
