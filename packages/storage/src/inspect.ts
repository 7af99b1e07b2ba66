import { join, relative } from "node:path";
import {
  type Finding,
  type Inspection,
  isHoldfastError,
  type Problem,
  type RecordRow,
} from "@holdfast/schema";
import { isTempName } from "./disk/durable.ts";
import { earlierFinding, isEarlierName } from "./earlier-system.ts";
import { isRecordName } from "./index/read-file.ts";
import { readLedger } from "./ledger/read-ledger.ts";
import { inspectLock, setAsideForeignLock } from "./lock/lock-file.ts";
import { checkInside, storeNames } from "./place/check-inside.ts";
import { readDeadLetters } from "./read-dead-letters.ts";
import { readWaiting } from "./read-waiting.ts";
import type { StoreParts } from "./store-parts.ts";
import { deadTemps } from "./sweep-temps.ts";

type Repair = { readonly finding: Finding; readonly repair?: () => Promise<string | undefined> };

/**
 * Looks at every file of a store, the index and the lock. With `fix`, what is safe is repaired and told as fixed; memory is never deleted
 * and never rewritten.
 */
export async function inspect(parts: StoreParts, { fix }: { fix: boolean }): Promise<Inspection> {
  const findings: Finding[] = [];
  const fixed: Finding[] = [];
  if ((await parts.disk.stat(parts.paths.dir)) === undefined) return { findings, fixed };
  for (const look of [links, lock, temps, waiting, letters, ledger, strays, records]) {
    for (const { finding, repair } of await orWhy(look, parts)) {
      const done = fix ? await repair?.() : undefined;
      if (done === undefined) findings.push(finding);
      else fixed.push({ ...finding, fix: done });
    }
  }
  return { findings, fixed };
}

/** What can't even be looked at is a finding too, and the other looks go on. */
async function orWhy(look: (parts: StoreParts) => Promise<Repair[]>, parts: StoreParts): Promise<Repair[]> {
  try {
    return await look(parts);
  } catch (error) {
    if (!isHoldfastError(error)) throw error;
    return [
      { finding: { code: error.code, path: parts.paths.dir, message: error.message, fix: error.hint } },
    ];
  }
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
    message: state.message.endsWith(".") ? state.message : `${state.message}.`,
    fix: "`holdfast doctor --fix` sets it aside; nothing can be written until then.",
  };
  const repair = async () => {
    const aside = setAsideForeignLock(paths.lock);
    return aside && `Set aside as ${aside}.`;
  };
  return [{ finding, repair }];
}

async function temps(parts: StoreParts): Promise<Repair[]> {
  return (await deadTemps(parts)).map((path) => ({
    finding: {
      code: "temporary_file",
      path,
      message: "A process died while it wrote this file. It holds nothing that was acknowledged.",
      fix: "`holdfast doctor --fix` removes it.",
    },
    repair: async () => ((await parts.disk.unlink(path)) ? "Removed." : undefined),
  }));
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

/** What stands beside records and is none: it is not read. */
async function strays({ disk, paths }: StoreParts): Promise<Repair[]> {
  const found: Repair[] = [];
  for (const name of await disk.list(paths.dir)) {
    if (isOurs(name)) continue;
    const path = join(paths.dir, name);
    if (isEarlierName(name)) {
      found.push({ finding: earlierFinding(path) });
      continue;
    }
    const message = "It is none of ours: nothing in it is read.";
    const fix =
      "A memory goes into lessons/, preferences/, decisions/ or domain/, as a file that ends in .md.";
    found.push({ finding: { code: "stray_file", path, message, fix } });
  }
  for (const folder of paths.records) {
    for (const name of await disk.list(folder)) {
      if (name.startsWith(".") || isRecordName(name)) continue;
      const path = join(folder, name);
      const message = "It is no record: records are files that end in .md, right in this folder.";
      found.push({ finding: { code: "stray_file", path, message, fix: "Rename it, or move it elsewhere." } });
    }
  }
  return found;
}

function isOurs(name: string): boolean {
  return (
    storeNames.some((one) => one === name) ||
    isTempName(name) ||
    name.startsWith("canonical-writer.lock.set-aside-")
  );
}

async function records({ index, paths }: StoreParts): Promise<Repair[]> {
  const { unreadable } = await index.refresh();
  const files = unreadable.filter(({ path }) => path !== paths.ledger);
  const broken = files.map(({ path, message }) => ({
    finding: {
      code: "record_unreadable",
      path,
      message,
      fix: "Open the file and correct it: it is not recalled until then.",
    },
  }));
  const rows = await index.rows();
  return [...broken, ...brokenPointers(rows, paths.dir), ...circles(rows, paths.dir)];
}

/** Records that replace each other are all superseded: none of them is recalled. */
function circles(rows: readonly RecordRow[], dir: string): Repair[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => reaches(row, row.id, byId))
    .map((row) => ({
      finding: {
        code: "superseded_in_circle",
        path: relative(dir, row.path),
        message: "It replaces itself, directly or by others: such records are not recalled.",
        fix: "Take the wrong id out of `supersedes` in one of them, or archive the one that is out of date.",
      },
    }));
}

function reaches(from: RecordRow, id: string, byId: ReadonlyMap<string, RecordRow>): boolean {
  const seen = new Set<string>();
  const open = [...from.supersedes];
  for (const one of open) {
    if (one === id) return true;
    if (seen.has(one)) continue;
    seen.add(one);
    open.push(...(byId.get(one)?.supersedes ?? []));
  }
  return false;
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
  if (kind === "earlier") return earlierFinding(path);
  return { code: `${what}_${kind}`, path, message, fix };
}

function adviceFor({ kind }: Problem): string {
  if (kind === "newer") return "Upgrade Holdfast.";
  if (kind === "malformed_file" || kind === "malformed_member") {
    return "`holdfast reconcile` keeps it whole as a dead letter.";
  }
  return "Move it elsewhere if it is yours.";
}
