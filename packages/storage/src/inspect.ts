import { join, relative } from "node:path";
import { type Finding, isHoldfastError, type Problem, type RecordRow } from "@holdfast/schema";
import { isTempName } from "./disk/durable.ts";
import { readLedger } from "./ledger/read-ledger.ts";
import { inspectLock, setAsideForeignLock } from "./lock/lock-file.ts";
import { checkInside } from "./place/check-inside.ts";
import { readDeadLetters } from "./read-dead-letters.ts";
import { readWaiting } from "./read-waiting.ts";
import type { StoreParts } from "./store-parts.ts";

type Repair = { readonly finding: Finding; readonly repair?: () => Promise<string | undefined> };

/**
 * Looks at every file of a store, the index and the lock. With `fix`, what is safe is repaired and told as fixed; memory is never deleted
 * and never rewritten.
 */
export async function inspect(
  parts: StoreParts,
  { fix }: { fix: boolean },
): Promise<{ findings: Finding[]; fixed: Finding[] }> {
  const findings: Finding[] = [];
  const fixed: Finding[] = [];
  if ((await parts.disk.stat(parts.paths.dir)) === undefined) return { findings, fixed };
  for (const look of [links, lock, temps, waiting, letters, ledger, records]) {
    for (const { finding, repair } of await look(parts)) {
      const done = fix ? await repair?.() : undefined;
      if (done === undefined) findings.push(finding);
      else fixed.push({ ...finding, fix: done });
    }
  }
  return { findings, fixed };
}

async function links({ disk, paths }: StoreParts): Promise<Repair[]> {
  try {
    await checkInside(disk, paths.dir);
    return [];
  } catch (error) {
    if (!isHoldfastError(error, "store_unreadable")) throw error;
    return [{ finding: { code: "link_inside", path: paths.dir, message: error.message, fix: error.hint } }];
  }
}

async function lock({ paths }: StoreParts): Promise<Repair[]> {
  const state = inspectLock(paths.lock);
  if (state.kind !== "foreign") return [];
  const finding = {
    code: "foreign_lock",
    path: paths.lock,
    message: `${state.message}.`,
    fix: "`holdfast doctor --fix` sets it aside; nothing can be written until then.",
  };
  const repair = async () => {
    const aside = setAsideForeignLock(paths.lock);
    return aside && `Set aside as ${aside}.`;
  };
  return [{ finding, repair }];
}

/** What a process was writing when it died. It holds nothing that was acknowledged; a live process's is left alone. */
async function temps({ disk, paths, isAlive }: StoreParts): Promise<Repair[]> {
  const found: Repair[] = [];
  for (const folder of [paths.dir, paths.staging, paths.deadLetters, ...paths.records]) {
    for (const name of (await disk.list(folder)).filter(
      (one) => isTempName(one) && !isAlive(writerOf(one)),
    )) {
      const path = join(folder, name);
      const finding = {
        code: "temporary_file",
        path,
        message: "A process died while it wrote this file. It holds nothing that was acknowledged.",
        fix: "`holdfast doctor --fix` removes it.",
      };
      found.push({ finding, repair: async () => ((await disk.unlink(path)) ? "Removed." : undefined) });
    }
  }
  return found;
}

/** The process that wrote a temporary file stands in its name. */
function writerOf(tempName: string): number {
  return Number(/\.(\d+)-\d+\.tmp$/.exec(tempName)?.[1] ?? 0);
}

async function waiting({ disk, paths }: StoreParts): Promise<Repair[]> {
  const { problems } = await readWaiting(disk, paths.staging);
  return problems.map((problem) => ({ finding: asFinding("staging", problem, adviceFor(problem)) }));
}

async function letters({ disk, paths }: StoreParts): Promise<Repair[]> {
  const { problems } = await readDeadLetters(disk, paths.deadLetters);
  return problems.map((problem) => ({
    finding: asFinding("dead_letter", problem, "Correct the file by hand."),
  }));
}

async function ledger({ disk, paths }: StoreParts): Promise<Repair[]> {
  const bytes = await disk.read(paths.ledger);
  const skipped = bytes ? readLedger(bytes).skipped : 0;
  if (skipped === 0) return [];
  const message = `${skipped} ${skipped === 1 ? "line" : "lines"} can't be read. They stay as they are and don't count.`;
  return [
    {
      finding: { code: "ledger_line_unreadable", path: paths.ledger, message, fix: "Correct them by hand." },
    },
  ];
}

async function records({ index, paths }: StoreParts): Promise<Repair[]> {
  const { unreadable } = await index.refresh();
  const broken = unreadable.map(({ path, message }) => ({
    finding: {
      code: "record_unreadable",
      path,
      message,
      fix: "Open the file and correct it: it is not recalled until then.",
    },
  }));
  const rows = await index.rows();
  return [...broken, ...brokenPointers(rows, paths.dir)];
}

function brokenPointers(rows: readonly RecordRow[], dir: string): Repair[] {
  const ids = new Set(rows.map(({ id }) => id));
  return rows.flatMap((row) =>
    row.supersedes
      .filter((id) => !ids.has(id))
      .map((id) => ({
        finding: {
          code: "broken_pointer",
          path: relative(dir, row.path),
          message: `It replaces ${id}, which is not there.`,
          fix: "Harmless if you removed that record on purpose; else bring its file back.",
        },
      })),
  );
}

function asFinding(what: string, { kind, path, message }: Problem, fix: string): Finding {
  return { code: `${what}_${kind}`, path, message, fix };
}

function adviceFor({ kind }: Problem): string {
  if (kind === "newer") return "Upgrade Holdfast.";
  if (kind === "malformed_file" || kind === "malformed_member") {
    return "`holdfast reconcile` keeps it whole as a dead letter.";
  }
  return "Move it elsewhere if it is yours.";
}
