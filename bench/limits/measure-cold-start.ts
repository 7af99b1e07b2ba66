import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./time.ts";

export const main = fileURLToPath(new URL("../../apps/holdfast/dist/main.js", import.meta.url));

const starts = 25;

/** The built command's `status` on a memory folder, and an empty Node process, started by turns. Medians in milliseconds. */
export function measureColdStart(home: string, dir: string): { bareMs: number; statusMs: number } {
  const bare: number[] = [];
  const status: number[] = [];
  for (let nth = 0; nth < starts; nth++) {
    bare.push(started(home, ["-e", "0"]));
    status.push(started(home, [main, "status", "--dir", dir]));
  }
  return { bareMs: median(bare), statusMs: median(status) };
}

function started(home: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: home },
    cwd: home,
    encoding: "utf8",
  });
  if (status !== 0) throw new TypeError(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}
