import { localRules } from "@holdfast/models";
import type { RecordRow, Scope, Store, Undone } from "@holdfast/schema";
import { notAHead } from "./archive.ts";
import { findRecord, type InScope, inEachStore, refuseBareType, theOneId } from "./find-id.ts";
import { inWritersPlace } from "./in-writers-place.ts";
import { logRun } from "./log-run.ts";
import { startRun } from "./run.ts";
import { storesOf, type World } from "./world.ts";

export type UndoRequest = ({ readonly run: string } | { readonly record: string }) & InScope;

/**
 * Undoing a record is archiving it; only heads can be undone (`not_a_head`). Undoing a run archives what it founded, newest first, as
 * far as nothing newer stands on it. Cut short, it is finished by repeating it.
 */
export async function undo(world: World, request: UndoRequest): Promise<Undone> {
  refuseBareType("run" in request ? request.run : request.record);
  return "run" in request ? undoRun(world, request.run) : undoRecord(world, request.record, request.scope);
}

async function undoRecord(world: World, id: string, scope: Scope | undefined): Promise<Undone> {
  const { store, found } = await findRecord(world, id, scope);
  if (found.superseded_by.length > 0) throw notAHead(found);
  const reason = whyKept(found);
  if (reason !== undefined) return { archived: [], kept: [{ id: found.id, reason }] };
  return archiveAll(world, store, [found], `undo ${found.id}`);
}

async function undoRun(world: World, id: string): Promise<Undone> {
  for (const store of storesOf(world)) await store.refresh(); // the run may have died before the index learnt of all its records
  const runs = await inEachStore(world, async (store) => {
    const ids = await runIdsOf(store);
    return ids.filter((run_id) => run_id.startsWith(id));
  });
  const run_id = theOneId(runs, id, "run");

  const undone: Undone = { archived: [], kept: [] };
  for (const store of new Set(runs.filter((run) => run.found === run_id).map((run) => run.store))) {
    const founded = (await store.records()).filter((row) => isFoundedBy(row, run_id));
    const { archived, kept } = await archiveAll(world, store, founded, `undo ${run_id}`);
    undone.archived.push(...archived);
    undone.kept.push(...kept);
  }
  return undone;
}

/** The run log forgets old runs; the records they founded don't. */
async function runIdsOf(store: Store): Promise<string[]> {
  const logged = (await store.runs(Number.MAX_SAFE_INTEGER)).map(({ run_id }) => run_id);
  const founders = (await store.records()).flatMap((row) => row.sources.map(({ run_id }) => run_id));
  return [...new Set([...logged, ...founders])];
}

/** Newest first, so that what an undone record stood on is a head by the time its turn comes. */
async function archiveAll(
  world: World,
  store: Store,
  rows: readonly RecordRow[],
  command: string,
): Promise<Undone> {
  const undone: Undone = { archived: [], kept: [] };
  if (rows.length === 0) return undone;
  const run = startRun(world, command, { model: localRules });
  await inWritersPlace(store, { command, run_id: run.run_id }, async (writer) => {
    await logRun(writer, run, {
      kind: "started",
      run_id: run.run_id,
      command,
      model: "none",
      at: run.startedAt.toISOString(),
    });
    for (const { id } of headsFirst(rows)) {
      const [row] = await store.findRecords(id);
      if (row === undefined) continue;
      const reason = whyKept(row);
      if (reason !== undefined) undone.kept.push({ id, reason });
      else {
        await writer.flip(id, "archived");
        undone.archived.push(id);
      }
    }
    const { outcomes: _, ...report } = run.finish({ status: "completed", archived: undone.archived });
    await logRun(writer, run, { kind: "finished", run_id: run.run_id, report });
  });
  return undone;
}

function isFoundedBy(row: RecordRow, run_id: string): boolean {
  return row.sources.some((source) => source.run_id === run_id && source.action !== "duplicate");
}

function whyKept(row: RecordRow): string | undefined {
  if (row.status === "archived") return "it is archived already";
  if (row.superseded_by.length > 0) return `${row.superseded_by.join(", ")} stands on it`;
  return undefined;
}

/** Orders records so that each comes before those it supersedes, else newest first. */
function headsFirst(rows: readonly RecordRow[]): RecordRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = new Set<RecordRow>();
  const visit = (row: RecordRow, path: ReadonlySet<string>) => {
    if (ordered.has(row) || path.has(row.id)) return;
    for (const above of row.superseded_by) {
      const known = byId.get(above);
      if (known) visit(known, new Set([...path, row.id]));
    }
    ordered.add(row);
  };
  for (const row of [...rows].sort((a, b) => b.created_at.localeCompare(a.created_at))) visit(row, new Set());
  return [...ordered];
}
