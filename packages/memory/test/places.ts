import { candidateSchema, type Disk, deadLetterSchema, groups, ledgerLineSchema } from "@holdfast/schema";
import { isTempName, parseRecord, storePaths } from "@holdfast/storage";

const dirs = { project: "/project/.holdfast", user: "/home/.holdfast" } as const;

/** Where a candidate is found, read from the files alone. */
export interface Places {
  readonly staging: string[];
  readonly records: string[];
  readonly ledger: string[];
  readonly dead: string[];
}

/** Reads every file of both stores without our own stores, and throws at one that does not parse. */
export async function placesOf(disk: Disk): Promise<Places> {
  const places: Places = { staging: [], records: [], ledger: [], dead: [] };
  for (const [scope, dir] of Object.entries(dirs) as ["project" | "user", string][]) {
    const paths = storePaths(dir);
    for (const name of await namesIn(disk, paths.staging)) {
      const file = JSON.parse(await text(disk, `${paths.staging}/${name}`));
      for (const group of groups) {
        for (const member of file.candidates[group])
          places.staging.push(candidateSchema.parse(member).candidate_id);
      }
    }
    for (const folder of paths.records) {
      for (const name of await namesIn(disk, folder)) {
        const path = `${folder.split("/").at(-1)}/${name}`;
        const read = parseRecord((await disk.read(`${folder}/${name}`))!, { path, scope, mtimeMs: 0 });
        if (read.kind !== "record") throw new TypeError(read.message);
        places.records.push(...read.record.sources.map(({ candidate_id }) => candidate_id));
      }
    }
    for (const line of (await text(disk, paths.ledger)).split("\n").slice(0, -1)) {
      if (!line.endsWith(" (cut off)"))
        places.ledger.push(ledgerLineSchema.parse(JSON.parse(line)).candidate_id);
    }
    for (const name of await namesIn(disk, paths.deadLetters)) {
      places.dead.push(
        deadLetterSchema.parse(JSON.parse(await text(disk, `${paths.deadLetters}/${name}`))).candidate_id,
      );
    }
  }
  return places;
}

/** In how many places each candidate is. */
export function timesKept({ staging, records, ledger, dead }: Places): Map<string, number> {
  const times = new Map<string, number>();
  for (const id of [...staging, ...records, ...ledger, ...dead]) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}

async function namesIn(disk: Disk, folder: string): Promise<string[]> {
  return (await disk.list(folder)).filter((name) => !isTempName(name));
}

async function text(disk: Disk, path: string): Promise<string> {
  return new TextDecoder().decode((await disk.read(path)) ?? new Uint8Array());
}
