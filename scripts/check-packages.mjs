#!/usr/bin/env node
// What would be published, held to what those who install it rely on: publint looks at each package, attw at how its types are found. Needs a build.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, "node_modules/.bin", name);
const folders = ["packages", "apps"].flatMap((row) =>
  readdirSync(join(root, row)).map((name) => join(root, row, name)),
);
const packed = mkdtempSync(join(tmpdir(), "holdfast-packages-"));
let failed = false;
try {
  for (const folder of folders) {
    const {
      name,
      private: isPrivate,
      exports,
    } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (isPrivate) continue;
    const { filename } = JSON.parse(run(folder, "pnpm", "pack", "--json", "--pack-destination", packed));
    const file = join(packed, filename.split("/").at(-1));
    run(root, "publint", "run", "--strict", file);
    // An app gives no types: nobody imports it.
    if (exports) run(root, "attw", file, "--profile", "esm-only", "--quiet");
    console.log(`${failed ? "wrong" : "right"}: ${name}`);
  }
} finally {
  rmSync(packed, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

function run(cwd, name, ...args) {
  const { status, stdout, stderr } = spawnSync(bin(name), args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    failed = true;
    console.error(`${name} ${args.join(" ")}\n${stdout}${stderr}`);
  }
  return stdout;
}
