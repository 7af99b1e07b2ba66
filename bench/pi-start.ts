// What the extension costs Pi's start: pairs of starts with and without it, the median of the differences, for both Pis we support. And how long
// `session_start` takes in a project with 10,000 records.
//
//     node --conditions=@holdfast/source --import=tsx bench/pi-start.ts [PAIRS]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loopbackMessages } from "@holdfast/testkit";
import { cleanUp } from "@holdfast/testkit/terminal";
import {
  aPiHome,
  type PiHome,
  type PiHost,
  piHosts,
  startRpc,
} from "../apps/pi-extension/test/bench/index.ts";

const pairs = Number(process.argv[2] ?? 20);
const records = 10_000;
const empty = fileURLToPath(new URL("../apps/pi-extension/test/bench/empty-extension.ts", import.meta.url));
const timed = fileURLToPath(new URL("../apps/pi-extension/test/bench/timed-extension.ts", import.meta.url));
/** Pi loads its translator with the first extension: what that costs is Pi's, and the second row is without it. */
const withoutIt = { "no extension": [], "an extension that is empty": ["-e", empty] };

const server = await loopbackMessages([{ kind: "text", text: "ok" }]);
for (const host of piHosts) {
  const home = aPiHome({ server });
  for (const [name, args] of Object.entries(withoutIt)) await compare(host, home, name, args);

  const env = { HOLDFAST_TIMED: String(home.extension), HOLDFAST_TIMES: "times.jsonl" };
  const full = aPiHome({ server, extension: timed, env });
  withRecords(full);
  const times: number[] = [];
  for (let start = 0; start < 5; start++) {
    await startOf(host, full);
    times.push(...timesIn(full));
  }
  console.log(
    `${host.name}: session_start with ${records} records: ${times.map((time) => time.toFixed(2)).join(", ")} ms`,
  );
}
await server.close();
cleanUp();

async function compare(host: PiHost, home: PiHome, name: string, args: readonly string[]): Promise<void> {
  await startOf(host, home, args); // what is kept from a first start is kept for both
  await startOf(host, home);
  const differences: number[] = [];
  const alone: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const oursFirst = pair % 2 === 0;
    const first = await startOf(host, home, oursFirst ? undefined : args);
    const second = await startOf(host, home, oursFirst ? args : undefined);
    differences.push(oursFirst ? first - second : second - first);
    alone.push(oursFirst ? second : first);
  }
  const [more, start] = [median(differences), median(alone)];
  const share = ((100 * more) / start).toFixed(1);
  console.log(
    `${host.name}, ours against ${name}: median of ${pairs} pairs ${more.toFixed(1)} ms, ${share} % of a start`,
  );
}

/** Milliseconds from the start of Pi until it answers; with ours unless other extensions are named. */
async function startOf(host: PiHost, home: PiHome, args?: readonly string[]): Promise<number> {
  const start = performance.now();
  const pi = startRpc(host, args === undefined ? home : { ...home, extension: undefined }, args);
  await pi.send({ type: "get_state" });
  const took = performance.now() - start;
  await pi.kill();
  return took;
}

function withRecords({ project }: PiHome): void {
  const folder = join(project, ".pi/memory/lessons");
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < records; n++)
    writeFileSync(join(folder, `lesson-${n}.md`), `# Lesson ${n} about the module number ${n % 97}\n`);
}

function timesIn({ project }: PiHome): number[] {
  return readFileSync(join(project, "times.jsonl"), "utf8").trim().split("\n").map(Number);
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
