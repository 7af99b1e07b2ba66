#!/usr/bin/env node
// The tests of the packages on every Node that Holdfast is for, each from the registry, in a copy of this folder:
// `npm run matrix -- [VERSION...] [TESTS...]`. The store's tests run on Bun in each of them (packages/storage/test/hosts). Prints a table; the log of
// each is kept in `.dev/matrix`.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const isVersion = (arg) => /^\d/.test(arg);
const versions = args.some(isVersion) ? args.filter(isVersion) : ["20.19", "22", "24"];
const tests = args.every(isVersion) ? ["packages/"] : args.filter((arg) => !isVersion(arg));
const logs = join(root, ".dev", "matrix");
mkdirSync(logs, { recursive: true });

const rows = versions.map(onNode);
console.log(`\n| Node | ${tests.join(" ")} |\n|---|---|`);
for (const { version, told } of rows) console.log(`| ${version} | ${told} |`);
process.exit(rows.every(({ passed }) => passed) ? 0 : 1);

function onNode(version) {
  const folder = mkdtempSync(join(tmpdir(), `holdfast-node-${version}-`));
  chmodSync(folder, 0o755); // some tests run as another user, who must be able to run that Node
  const log = join(logs, `${version}.log`);
  try {
    const bin = nodeOf(version, folder);
    const exact = spawnSync(join(bin, "node"), ["--version"], { encoding: "utf8" }).stdout.trim();
    process.stderr.write(`Node ${exact} ... `);
    const copy = join(folder, "holdfast");
    for (const file of ours()) cpSync(join(root, file), join(copy, file), { recursive: true });
    const start = performance.now();
    const output = openSync(log, "w");
    const { status } = spawnSync(join(bin, "node"), [join(copy, "scripts/dev.mjs"), "test", ...tests], {
      cwd: copy,
      env: { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) },
      stdio: ["ignore", output, output],
    });
    process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0)} s\n`);
    const told = readFileSync(log, "utf8")
      .match(/\d+ passed, \d+ failed, \d+ skipped/g)
      ?.at(-1);
    return { version: exact, passed: status === 0, told: told ?? `did not run: ${log}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of that Node's program, installed from the registry. */
function nodeOf(version, folder) {
  const done = spawnSync(
    "npm",
    ["install", "--no-save", "--prefix", join(folder, "node"), `node@${version}`],
    {
      encoding: "utf8",
      shell: process.platform === "win32",
    },
  );
  if (done.status !== 0) throw new Error(`Node ${version} could not be installed:\n${done.stderr}`);
  return join(folder, "node/node_modules/node/bin");
}

/** Every file of this folder that is the project's, committed or not. */
function ours() {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const gone = spawnSync("git", ["ls-files", "-z", "--deleted"], {
    cwd: root,
    encoding: "utf8",
  }).stdout.split("\0");
  return stdout.split("\0").filter((file) => file !== "" && !gone.includes(file));
}
