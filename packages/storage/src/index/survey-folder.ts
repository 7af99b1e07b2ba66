import { join } from "node:path";
import type { Database } from "../sqlite/database.ts";
import { type Mark, markFile } from "./mark-file.ts";
import { isRecordName, type Shelf } from "./read-file.ts";

/**
 * The paths in a folder whose file is not the one that was read, is new, or is gone. Where nothing changed, only sums are compared:
 * neither a row of the index nor a name is kept for it.
 */
export async function surveyFolder(shelf: Shelf, database: Database, group: string): Promise<string[]> {
  const range = [`${group}/`, `${group}0`];
  let files = 0;
  let first = 0;
  let second = 0;
  for await (const some of marksIn(shelf, group)) {
    for (const { mark } of some) {
      files++;
      first += mark[0];
      second += mark[1];
    }
  }
  const known = database.get(
    "select count(*) as files, total(mark) as first, total(mark_2) as second from files where path > ? and path < ?",
    ...range,
  );
  if (known?.files === files && known.first === first && known.second === second) return [];

  const found = new Map<string, Mark>();
  for await (const some of marksIn(shelf, group)) for (const { path, mark } of some) found.set(path, mark);
  const rows = database.all("select path, mark, mark_2 from files where path > ? and path < ?", ...range);
  const changed: string[] = [];
  for (const { path, mark, mark_2 } of rows) {
    const now = found.get(String(path));
    if (now?.[0] !== mark || now?.[1] !== mark_2) changed.push(String(path));
    found.delete(String(path));
  }
  return [...changed, ...found.keys()].sort();
}

async function* marksIn({ disk, dir }: Shelf, group: string) {
  for await (const some of disk.survey(join(dir, group))) {
    yield some
      .filter(({ name }) => isRecordName(name))
      .map((one) => ({ path: `${group}/${one.name}`, mark: markFile(one) }));
  }
}
