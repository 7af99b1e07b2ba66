/** Runs the measurements one after the other: the limits, growth and the dashboard always; neighbour search and extraction on a folder of texts, when one is given. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [data, ...flags] = process.argv.slice(2);
const options = [data ?? "", ...flags].filter((one) => one.startsWith("--"));
const steps = [
  ["limits.ts", ...options],
  ["growth.ts", ...options],
  ["dashboard.ts", ...options],
  ...(data && !data.startsWith("--")
    ? [
        ["neighbours.ts", data],
        ["extraction.ts", data],
      ]
    : []),
];
for (const [script = "", ...args] of steps) {
  console.log(`\n== ${script} ${args.join(" ")}`);
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { status } = spawnSync(process.execPath, [...process.execArgv, path, ...args], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
