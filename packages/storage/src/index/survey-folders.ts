import { join } from "node:path";
import { groups } from "@holdfast/schema";
import type { Database } from "../sqlite/database.ts";
import { type Mark, markFile } from "./mark-file.ts";
import { isRecordName, type Shelf } from "./read-file.ts";

/**
 * The paths of record files that are not those that were read, are new, or are gone. Where nothing changed, only sums are compared: neither a row of
 * the index nor a name is kept for it.
 */
export async function surveyFolders(shelf: Shelf, database: Database): Promise<string[]> {
  let files = 0;
  let first = 0;
  let second = 0;
  for await (const { some } of recordFiles(shelf)) {
    for (const one of some) {
      if (!isRecordName(one.name)) continue;
      const mark = markFile(one);
      files++;
      first += mark[0];
      second += mark[1];
    }
  }
  const known = database.get("select files, mark, mark_2 from sums");
  if (known?.files === files && known.mark === first && known.mark_2 === second) return [];

  const found = new Map<string, Mark>();
  for await (const { group, some } of recordFiles(shelf))
    for (const one of some) if (isRecordName(one.name)) found.set(`${group}/${one.name}`, markFile(one));
  const changed: string[] = [];
  for (const { path, mark, mark_2 } of database.all("select path, mark, mark_2 from files")) {
    const now = found.get(String(path));
    if (now?.[0] !== mark || now?.[1] !== mark_2) changed.push(String(path));
    found.delete(String(path));
  }
  return [...changed, ...found.keys()].sort();
}

async function* recordFiles({ disk, dir }: Shelf) {
  for (const group of groups) for await (const some of disk.survey(join(dir, group))) yield { group, some };
}
