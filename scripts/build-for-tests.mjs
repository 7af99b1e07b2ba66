// Vitest's global setup: the command's tests run the real command, so it is built first. Up to date, this is a matter of a second.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export default function setup() {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-b"], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}`);
}
