import type { Disk } from "@holdfast/schema";
import { findByCwd, withoutSlash } from "../find-by-cwd.ts";
import { newestFirst } from "../newest-first.ts";
import type { SessionFile, SessionSearch } from "../session-reader.ts";

/**
 * The rollouts of a project: the `most` that were started last, of those the last written first. They are looked for day
 * by day, by the date in the path, and not one folder more is looked into than it takes to find them; archived
 * sessions, and those of early versions, stand all in one folder.
 */
export async function findCodexSessions(
  search: SessionSearch,
  cwdOf: (head: Uint8Array) => string | null | undefined,
): Promise<SessionFile[]> {
  const home = withoutSlash(search.home);
  const flat = await flatDays(search.disk, home);
  const found: SessionFile[] = [];
  for await (const day of days(search.disk, `${home}/sessions`, flat)) {
    const most = search.most - found.length;
    if (most <= 0) break;
    const places = [
      { parent: `${home}/sessions/${day.slice(0, 4)}/${day.slice(5, 7)}`, name: day.slice(8) },
      ...flatFolders.filter((name) => flat.get(day)?.has(name)).map((name) => ({ parent: home, name })),
    ];
    const ofDay: SessionFile[] = [];
    for (const { parent, name } of places) {
      const mayHold = (folder: string) => folder === name;
      const isSession = (file: string) => isRollout(file) && (parent !== home || dayOf(file) === day);
      ofDay.push(
        ...(await findByCwd({ ...search, most }, { agent: "codex", parent, mayHold, isSession, cwdOf })),
      );
    }
    found.push(...newestFirst(ofDay).slice(0, most));
  }
  return newestFirst(found); // a session that is gone on with stays in the folder of the day it was started
}

const flatFolders = ["sessions", "archived_sessions"] as const;

function isRollout(name: string): boolean {
  return name.startsWith("rollout-") && name.endsWith(".jsonl");
}

/** `2026-03-02` of `rollout-2026-03-02T14-00-00-<uuid>.jsonl`. */
function dayOf(name: string): string | undefined {
  return /^rollout-(\d{4}-\d{2}-\d{2})/u.exec(name)?.[1];
}

/** In which of the flat folders there is something of a day. */
async function flatDays(disk: Disk, home: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const folders = new Map<string, Set<string>>();
  for (const folder of flatFolders)
    for (const name of await disk.list(`${home}/${folder}`)) {
      const day = isRollout(name) ? dayOf(name) : undefined;
      if (day !== undefined) folders.set(day, (folders.get(day) ?? new Set()).add(folder));
    }
  return folders;
}

/** The days on which a session was started, the newest first; folders are listed as they are come to. */
async function* days(
  disk: Disk,
  sessions: string,
  flat: ReadonlyMap<string, unknown>,
): AsyncGenerator<string> {
  const years = await numbersIn(disk, sessions, 4);
  for (const year of newestOf([...years, ...[...flat.keys()].map((day) => day.slice(0, 4))])) {
    const ofYear = [...flat.keys()].filter((day) => day.startsWith(year));
    const months = years.includes(year) ? await numbersIn(disk, `${sessions}/${year}`, 2) : [];
    for (const month of newestOf([...months, ...ofYear.map((day) => day.slice(5, 7))])) {
      const ofMonth = ofYear.filter((day) => day.startsWith(`${year}-${month}`));
      const inMonth = months.includes(month) ? await numbersIn(disk, `${sessions}/${year}/${month}`, 2) : [];
      yield* newestOf([...inMonth.map((day) => `${year}-${month}-${day}`), ...ofMonth]);
    }
  }
}

async function numbersIn(disk: Disk, folder: string, digits: number): Promise<string[]> {
  return (await disk.list(folder)).filter((name) => name.length === digits && /^\d+$/u.test(name));
}

function newestOf(names: readonly string[]): string[] {
  return [...new Set(names)].sort().reverse();
}
