import { isDeepStrictEqual } from "node:util";
import type { LedgerLine, RecordRow } from "@holdfast/schema";
import { makeRows } from "../index/make-rows.ts";
import { ledgerName } from "../index/read-file.ts";
import { scanFiles, type Unusable } from "../index/scan-files.ts";
import type { StoreParts } from "../store-parts.ts";
import { inPlace } from "./in-place.ts";
import type { Found, Look } from "./repair.ts";

/** The records as their files say, what they point to, and whether the index says the same. */
export const lookAtRecords: readonly Look[] = [records, drift];

async function records(parts: StoreParts): Promise<Found[]> {
  const { disk, paths, scope } = parts;
  const { catalogue, unreadable } = await scanFiles({ disk, dir: paths.dir, scope });
  const rows = makeRows(catalogue, paths.dir, catalogue.newest({})).value;
  const lines = catalogue.linesStartingWith("");
  return [
    ...unreadable.filter(({ path }) => path !== ledgerName).map(asFinding),
    ...(await mergeMarkers(parts, rows)),
    ...brokenPointers(rows),
    ...brokenLedgerPointers(paths.ledger, rows, lines),
    ...circles(rows),
  ];
}

function asFinding({ path, message, sameIdAs }: Unusable): Found {
  if (sameIdAs !== undefined) {
    const fix = `Compare it with ${sameIdAs}; give one of them another id, or move it elsewhere.`;
    return { finding: { code: "duplicate_id", path, message, fix } };
  }
  const fix = "Open the file and correct it: it is not recalled until then.";
  return { finding: { code: "record_unreadable", path, message, fix } };
}

/** A record in whose text a merge of git was left unfinished: both sides of it are recalled as one. */
async function mergeMarkers({ disk }: StoreParts, rows: readonly RecordRow[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { path, summary, detail } of rows) {
    if (!unfinishedMerge.test(`${summary}\n${detail}`)) continue;
    const text = new TextDecoder().decode(await disk.read(path));
    const line = text.slice(0, text.search(unfinishedMerge)).split("\n").length;
    const message = `Line ${line} begins a merge that was never finished: both sides are recalled as one text.`;
    const fix = "Open the file, keep what is right and take the lines <<<<<<<, ======= and >>>>>>> out.";
    found.push({ finding: { code: "merge_marker", path, message, fix } });
  }
  return found;
}

const unfinishedMerge = /^<{7} .*\n[\s\S]*?^={7}\r?\n[\s\S]*?^>{7} /m;

function brokenPointers(rows: readonly RecordRow[]): Found[] {
  const ids = new Set(rows.map(({ id }) => id));
  const missing = (of: readonly string[]) => of.filter((id) => !ids.has(id));
  const fix = "Harmless if you removed that record on purpose; else bring its file back.";
  return rows.flatMap(({ path, supersedes, related }) =>
    [
      ...missing(supersedes).map((id) => `It replaces ${id}, which is not there.`),
      ...missing(related).map((id) => `It is related to ${id}, which is not there.`),
    ].map((message): Found => ({ finding: { code: "broken_pointer", path, message, fix } })),
  );
}

/** A candidate that confirmed a record is kept in the ledger; without that record it says nothing to anyone. */
function brokenLedgerPointers(
  path: string,
  rows: readonly RecordRow[],
  lines: readonly LedgerLine[],
): Found[] {
  const ids = new Set(rows.map(({ id }) => id));
  const named = lines.flatMap(({ fate, record_id }) =>
    fate === "duplicate" && record_id ? [record_id] : [],
  );
  const fix =
    "Harmless if you removed that record on purpose; else bring its file back, or `holdfast recover` the candidates that confirmed it.";
  return [...new Set(named)]
    .filter((id) => !ids.has(id))
    .map((id) => {
      const message = `${named.filter((one) => one === id).length} of its lines confirm ${id}, which is not there.`;
      return { finding: { code: "broken_pointer", path, message, fix } };
    });
}

/** Records that replace each other are all superseded: none of them is recalled. */
function circles(rows: readonly RecordRow[]): Found[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => reaches(row, row.id, byId))
    .map(({ path }) => ({
      finding: {
        code: "superseded_in_circle",
        path,
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

/** An index that looks whole and up to date, and says something else than the files. */
async function drift(parts: StoreParts): Promise<Found[]> {
  const { index, paths } = parts;
  // Another process may write between the two looks: twice in a row it does not.
  if ((await saysWhatFilesSay(parts)) || (await saysWhatFilesSay(parts))) return [];
  const finding = {
    code: "index_drift",
    path: paths.index,
    message: "The search index says something else than the files. The files are right.",
    fix: "`holdfast doctor --fix` builds it anew from the files.",
  } as const;
  const repair = async () => {
    await inPlace(parts, () => index.rebuild());
    return "Built anew from the files.";
  };
  return [{ finding, repair }];
}

async function saysWhatFilesSay({ disk, index, paths, scope }: StoreParts): Promise<boolean> {
  await index.refresh();
  const { catalogue } = await scanFiles({ disk, dir: paths.dir, scope });
  const rows = makeRows(catalogue, paths.dir, catalogue.newest({})).value;
  return (
    isDeepStrictEqual(await index.rows(), rows) &&
    isDeepStrictEqual(await index.findLedger(""), catalogue.linesStartingWith(""))
  );
}
