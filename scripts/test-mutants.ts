// `npm run test:mutants [NAME...]`: puts each mutant into a throwaway copy of this folder, runs the tests that are to notice it, and
// prints what came of it. Exits with 1 when one survives, or when its place isn't found any more. Nothing here is changed.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Mutant, mutants, occurrencesOf } from "../guarantees/mutants.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv.slice(2);
const chosen = mutants.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0) {
  console.error(`There is no such mutant. There are: ${mutants.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}

const copy = copyOf(root);
try {
  const before = run(chosen);
  if (before.failed.length > 0 || before.ran === 0) {
    console.error(["Without any mutant, these fail:", ...before.failed].join("\n"));
    process.exitCode = 1;
  } else process.exitCode = report(chosen.map(tryOut));
} finally {
  rmSync(copy, { recursive: true, force: true });
}

interface Outcome {
  readonly mutant: Mutant;
  readonly verdict: "noticed" | "SURVIVED" | "NOT FOUND" | "DOES NOT RUN";
  /** The first test that failed. */
  readonly failed?: string | undefined;
}

function tryOut(mutant: Mutant): Outcome {
  const outcome = { mutant, ...withMutant(mutant) };
  console.error(`${outcome.verdict}: ${mutant.name}`);
  return outcome;
}

function withMutant(mutant: Mutant): Omit<Outcome, "mutant"> {
  if (occurrencesOf(mutant, copy) !== 1) return { verdict: "NOT FOUND" };
  const path = join(copy, mutant.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(
    path,
    source.replace(mutant.find, () => mutant.replace),
  );
  const { ran, failed } = run([mutant], "--bail=1");
  writeFileSync(path, source);
  if (ran === 0) return { verdict: "DOES NOT RUN" };
  return failed.length > 0 ? { verdict: "noticed", failed: failed[0] } : { verdict: "SURVIVED" };
}

/** Runs the tests that mutants name, as far as they prove what those break: how many ran, and the titles of those that failed. */
function run(mutants: readonly Mutant[], ...flags: readonly string[]): { ran: number; failed: string[] } {
  const outputFile = join(copy, ".dev", "mutants.json");
  rmSync(outputFile, { force: true });
  const tags = [...new Set(mutants.map(({ breaks }) => breaks))].join(" || ");
  const files = new Set(mutants.flatMap(({ tests }) => tests));
  const args = [
    ...[
      join(copy, "node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      copy,
      "--config",
      "scripts/mutants.vitest.config.ts",
    ],
    ...[`--outputFile=${outputFile}`, `--tags-filter=${tags}`, ...flags, ...files],
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: "utf8",
    timeout: 900_000,
  });
  if (!existsSync(outputFile)) {
    console.error(stdout + stderr);
    return { ran: 0, failed: [] };
  }
  const report: Report = JSON.parse(readFileSync(outputFile, "utf8"));
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  return { ran: failed.length + results.filter(({ status }) => status === "passed").length, failed };
}

/** What Vitest writes about a run. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** As this folder is now. What was installed is shared with it; links between our packages lead to the copies. */
function copyOf(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "holdfast-mutants-"));
  const shared = join("node_modules", ".pnpm");
  const leftOut = [".git", ".dev", ".turbo", shared, join("node_modules", ".vite")];
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !leftOut.includes(relative(root, path)),
  });
  symlinkSync(join(root, shared), join(copy, shared), "junction");
  return copy;
}

/** Prints the table; the exit code. */
function report(outcomes: readonly Outcome[]): number {
  const rows = outcomes.map(({ mutant, verdict, failed = "" }) => [
    verdict,
    mutant.name,
    mutant.breaks,
    failed,
  ]);
  console.log(tableOf([["", "mutant", "breaks", "first test that failed"], ...rows]));
  const noticed = outcomes.filter(({ verdict }) => verdict === "noticed").length;
  console.log(`${noticed} of ${outcomes.length} noticed`);
  return noticed === outcomes.length ? 0 : 1;
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => shown(row[column]!).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => shown(cell).padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function shown(cell: string): string {
  return cell.length > 70 ? `${cell.slice(0, 69)}…` : cell;
}
