// What Holdfast costs against what this machine's own disk and Node cost, in one run, as the tables of docs/performance.md. Ends with 1 when a
// bound is broken, so that a figure that got worse is seen.
//
//     npm run bench                     the whole of it: some minutes, and 1 GB in the temporary folder
//     npm run bench -- --short          1,000 and 5,000 records instead of 1,000, 10,000 and 100,000
//     HOLDFAST_WRITE=1 npm run bench    writes docs/performance.md as well
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureColdStart } from "./limits/measure-cold-start.ts";
import { measureModelCosts } from "./limits/measure-model-costs.ts";
import { measureStores, type StoreCosts } from "./limits/measure-stores.ts";

const short = process.argv.includes("--short");
const sizes = short ? [1_000, 5_000] : [1_000, 10_000, 100_000];
const page = fileURLToPath(new URL("../docs/performance.md", import.meta.url));

const home = mkdtempSync(join(tmpdir(), "holdfast-limits-"));
const started = new Date();
const stores = await measureStores(home, sizes);
const cold = measureColdStart(home, stores[0]!.dir);
const asked = await measureModelCosts(home);
rmSync(home, { recursive: true, force: true });

const largest = stores.at(-1)!;
const growth = largest.commitMs / stores[0]!.commitMs;
const status = cold.statusMs - cold.bareMs;
const bounds = [
  bound(`A commit with ${count(largest)} records costs`, growth, "times one with 1,000", 1.2, 2),
  bound(`Recall among ${count(largest)} records, 99th percentile:`, largest.recallMs.p99, "ms", 10, 1),
  bound(`To see that of ${count(largest)} record files none changed takes`, largest.freshnessMs, "ms", 300),
  bound("`holdfast status` takes longer than `node -e 0` by", status, "ms", 150),
];

const measured = [
  `Measured on ${started.toISOString().slice(0, 10)} by \`npm run bench${short ? " -- --short" : ""}\`: Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${process.platform}.`,
  "",
  "| bound | measured | |",
  "|---|---|---|",
  ...bounds.map(
    ({ text, most, holds }) => `| ${text} | at most ${most} | ${holds ? "holds" : "**broken**"} |`,
  ),
  "",
  "| records there | one commit, ms | commits a second | against raw writes | against 1,000 records | start of a run, ms | nothing changed, ms | recall p50 / p99, ms | index rebuilt, s |",
  "|---|---|---|---|---|---|---|---|---|",
  ...stores.map(rowOf),
  "",
  `A cold \`holdfast status\` takes ${cold.statusMs.toFixed(0)} ms where \`node -e 0\` takes ${cold.bareMs.toFixed(0)} ms (${(cold.statusMs / cold.bareMs).toFixed(1)} x).`,
  "",
  `${asked.candidates} candidates, of which ${asked.resembling} resemble something known, took ${asked.calls} model calls: about ${thousands(asked.charactersIn / 4)} tokens asked and ${thousands(asked.charactersOut / 4)} answered, at four characters to a token. What resembles nothing is added without a model.`,
].join("\n");

console.log(measured);
if (process.env.HOLDFAST_WRITE) {
  const [before = "", after = ""] = readFileSync(page, "utf8").split(
    /(?<=<!-- measured -->\n)[\s\S]*(?=<!-- end -->)/,
  );
  writeFileSync(page, `${before}\n${measured}\n\n${after}`);
}
if (bounds.some(({ holds }) => !holds)) process.exitCode = 1;

function bound(says: string, value: number, unit: string, most: number, digits = 0) {
  return { text: `${says} ${value.toFixed(digits)} ${unit}`, most, holds: value <= most };
}

function rowOf(costs: StoreCosts): string {
  const { commitMs, rawMs, startMs, freshnessMs, recallMs, rebuildMs } = costs;
  return `| ${[
    count(costs),
    commitMs.toFixed(2),
    (1_000 / commitMs).toFixed(0),
    `${(commitMs / rawMs).toFixed(1)} x`,
    `${(commitMs / stores[0]!.commitMs).toFixed(2)} x`,
    startMs.toFixed(0),
    freshnessMs.toFixed(0),
    `${recallMs.p50.toFixed(1)} / ${recallMs.p99.toFixed(1)}`,
    (rebuildMs / 1_000).toFixed(1),
  ].join(" | ")} |`;
}

function count({ records }: StoreCosts): string {
  return records.toLocaleString("en");
}

function thousands(value: number): string {
  return `${(value / 1_000).toFixed(1)} thousand`;
}
