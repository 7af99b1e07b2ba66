// Vitest's global setup: the tests of the apps run what people run, so that is built first. Up to date, this is a matter of a second.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export default function setup() {
  build("node_modules/typescript/bin/tsc", "-b");
  build("scripts/bundle-apps.mjs");
}

function build(script, ...args) {
  const all = [join(root, script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
}
