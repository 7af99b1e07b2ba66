import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** In how many places each candidate of a memory folder is, read from the files alone: staging, records, ledger, dead letters. */
export function timesKept(dir: string): Map<string, number> {
  const staged = filesIn(join(dir, "staging")).flatMap((text) =>
    Object.values(JSON.parse(text).candidates as { [group: string]: { candidate_id: string }[] })
      .flat()
      .map(({ candidate_id }) => candidate_id),
  );
  const founded = ["lessons", "preferences", "decisions", "domain"]
    .flatMap((folder) => filesIn(join(dir, folder)))
    .flatMap((text) => text.match(/(?<=candidate_id: )cand_[0-9a-f]+/g) ?? []);
  const [ledger = ""] = filesIn(dir, "ledger.jsonl");
  const settled = ledger
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line).candidate_id as string);
  const dead = filesIn(join(dir, "deadletter")).map((text) => JSON.parse(text).candidate_id as string);
  const times = new Map<string, number>();
  for (const id of [...staged, ...new Set(founded), ...settled, ...dead])
    times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}

/** The texts of the files in a folder, those that a process was writing when it died left out. */
function filesIn(folder: string, only?: string): string[] {
  const names = namesIn(folder).filter((name) => (only ? name === only : /\.(json|md)$/.test(name)));
  return names
    .filter((name) => !name.startsWith("."))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not there yet: nothing is kept in it
  }
}
