import { join } from "node:path";
import { groups } from "@holdfast/schema";

/** Where everything of a store lies. */
export interface StorePaths {
  readonly dir: string;
  readonly staging: string;
  readonly deadLetters: string;
  readonly ledger: string;
  readonly turns: string;
  readonly runs: string;
  readonly lock: string;
  readonly writerNote: string;
  readonly index: string;
  readonly ignore: string;
  /** The folders of records. */
  readonly records: readonly string[];
}

export function storePaths(dir: string): StorePaths {
  return {
    dir,
    staging: join(dir, "staging"),
    deadLetters: join(dir, "deadletter"),
    ledger: join(dir, "ledger.jsonl"),
    turns: join(dir, "consolidated.jsonl"),
    runs: join(dir, "runs.jsonl"),
    lock: join(dir, "canonical-writer.lock"),
    writerNote: join(dir, "canonical-writer.json"),
    index: join(dir, "index.db"),
    ignore: join(dir, ".gitignore"),
    records: groups.map((group) => join(dir, group)),
  };
}
