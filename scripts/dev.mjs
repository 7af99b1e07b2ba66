#!/usr/bin/env node
// The one door for people who have just cloned: `npm run demo`, `npm test`, `npm run check`, `npm run bench`, `npm run docs`.
// Needs only Node >= 20.19 and npm; everything else is installed here, at pinned versions.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const log = join(root, ".dev", "setup.log");
const tsx = ["--conditions=@holdfast/source", "--import=tsx"];
const [task = "setup", ...rest] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Holdfast needs Node.js 20.19 or newer; this is ${process.version}.`);
}
mkdirSync(dirname(log), { recursive: true });

const env = {
  ...process.env,
  // Everything below runs on the Node that runs this and on the pinned tools, whatever else is on PATH.
  PATH: [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(
    delimiter,
  ),
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};
useOwnHeaders();

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// From npm's cache when it is there: a second run needs no network.
let npxFlags = ["--yes", "--prefer-offline"];

install();
if (task === "test") exit(bin("vitest", ["run", ...rest]));
if (task === "docs") exit(writeDocs());
if (task === "test:mutants") exit(node([...tsx, "scripts/test-mutants.ts", ...rest]));
if (task === "test:crash") exit(longForm("crash", { HOLDFAST_KILLS: "300", HOLDFAST_SEED: undefined }));
if (task === "test:fuzz")
  exit(longForm("fuzz", { HOLDFAST_PROPERTY_RUNS: "10000", HOLDFAST_SEED: undefined }));
if (task === "test:concurrency")
  exit(longForm("concurrency", { HOLDFAST_SECONDS: "60", HOLDFAST_SEED: undefined }));
if (task === "check") exit(firstFailure(check()));
build();
if (task === "demo") exit(node(["apps/holdfast/dist/main.js", "demo", ...rest]));
if (task === "bench") exit(node([...tsx, "bench/run.ts", ...rest]));

/** The long form of a test, with what is given for these settings in their order: `npm run test:crash -- KILLS SEED`. */
function longForm(name, settings) {
  for (const [nth, [setting, usual]] of Object.entries(settings).entries()) {
    const value = rest[nth] ?? usual;
    if (value !== undefined) env[setting] = value;
  }
  const tests = { fuzz: "test/fuzz.test.ts" };
  return bin("vitest", ["run", tests[name] ?? `apps/holdfast/test/${name}.test.ts`]);
}

/** Pages that are written from data: the test that holds each against it writes it anew. */
function writeDocs() {
  env.HOLDFAST_WRITE = "1";
  return bin("vitest", [
    "run",
    "test/guarantees.test.ts",
    "test/poisoning.test.ts",
    "test/library-reference.test.ts",
  ]);
}

function* check() {
  yield () => bin("biome", ["ci", "."]);
  yield () => bin("tsc", ["-p", "tsconfig.check.json"]);
  yield () => bin("tsc", ["-p", "apps/pi-extension/test/bench/latest"]); // against the types of the newest Pi too
  yield () => bin("knip", []); // exports and dependencies that nobody uses, and those that are not declared
  yield () => bin("vitest", ["run", "test/boundaries.test.ts", "test/docs.test.ts"]); // builds, too
  yield () => node(["scripts/check-packages.mjs"]);
}

/** Installs once for each state of the lock file and each Node; a warm run starts no package manager. */
function install() {
  const stamp = join(root, "node_modules", ".holdfast-installed");
  const lock = readFileSync(join(root, "pnpm-lock.yaml"));
  const wanted = createHash("sha256").update(lock).update(process.versions.modules).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && sqliteLoads()) return;

  // Only Node 20 needs a dependency compiled; for newer ones every binary comes ready-made.
  const compile = major < 22;
  const pnpmSpec = String(packageManager).split("+")[0];
  // A cached list of versions may be older than the pin: then ask the registry.
  if (npx([pnpmSpec, "--version"], "ignore") !== 0) npxFlags = ["--yes"];
  step(`Installing dependencies${compile ? " (compiles SQLite once: a minute or more)" : ""}`, () => {
    const flags = compile ? [] : ["--ignore-scripts"];
    pnpm(pnpmSpec, ["install", "--frozen-lockfile", "--reporter=append-only", ...flags]);
  });
  if (!sqliteLoads()) {
    step("Rebuilding SQLite for this Node", () =>
      pnpm(pnpmSpec, ["rebuild", "--recursive", "better-sqlite3"]),
    );
  }
  if (!sqliteLoads()) fail(`SQLite does not load on this Node. The log of the installation is ${log}`);
  writeFileSync(stamp, wanted);
}

function build() {
  step("Building", () => {
    const status = bin("turbo", ["run", "build", "--output-logs=errors-only"], quiet());
    if (status !== 0) failWithLog(`The build failed with exit code ${status}`);
  });
}

/** Native addons are compiled against the headers beside the running Node, so that nothing is downloaded. */
function useOwnHeaders() {
  const prefix = dirname(dirname(process.execPath));
  const places = [prefix, join(prefix, `node_modules/node-${process.platform}-${process.arch}`)];
  const headers = places.find((place) => existsSync(join(place, "include", "node", "node.h")));
  if (headers) env.npm_config_nodedir = headers;
  else delete env.npm_config_nodedir;
}

function sqliteLoads() {
  const driver = Number(process.versions.napi) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";
  const open = `new (require(${JSON.stringify(driver)}))(":memory:").close()`;
  return (
    spawnSync(process.execPath, ["-e", open], { cwd: join(root, "packages/storage"), stdio: "ignore" })
      .status === 0
  );
}

function pnpm(spec, args) {
  const status = npx([spec, ...args], quiet());
  if (status !== 0) failWithLog(`pnpm ${args[0]} failed with exit code ${status}`);
}

function npx(args, stdio) {
  return run("npx", [...npxFlags, ...args], stdio, process.platform === "win32");
}

function bin(name, args, stdio = "inherit") {
  const suffix = process.platform === "win32" ? ".cmd" : "";
  return run(join(root, "node_modules", ".bin", name + suffix), args, stdio, process.platform === "win32");
}

function node(args) {
  return run(process.execPath, args, "inherit");
}

function run(command, args, stdio, shell = false) {
  const done = spawnSync(command, args, { cwd: root, env, stdio, shell });
  if (done.error) fail(`Could not start ${command}: ${done.error.message}`);
  return done.status ?? 1;
}

function firstFailure(steps) {
  for (const one of steps) {
    const status = one();
    if (status !== 0) return status;
  }
  return 0;
}

function quiet() {
  const file = openSync(log, "a", 0o600);
  return ["ignore", file, file];
}

function step(text, work) {
  const start = performance.now();
  process.stderr.write(`${text} ... `);
  work();
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

function failWithLog(message) {
  console.error(`\n${readFileSync(log, "utf8").split("\n").slice(-40).join("\n")}`);
  fail(`${message}. The whole log is ${log}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function exit(status) {
  process.exit(status);
}
