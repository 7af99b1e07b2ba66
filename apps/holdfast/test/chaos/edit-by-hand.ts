import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dice } from "./dice.ts";

/** A person who edits records as editors do: in place, or beside and then renamed. */
export interface Editor {
  /** Edits one record, when there is one. */
  edit(): void;
  /** What was written last, by path: each must stand there as it was written. */
  readonly written: ReadonlyMap<string, string>;
}

export function editorOf(dir: string, { roll, pick }: Dice): Editor {
  const folder = join(dir, "lessons");
  const written = new Map<string, string>();
  let edits = 0;
  return {
    written,
    edit: () => {
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^[^.].*\.md$/.test(name)) : [];
      if (names.length === 0) return;
      const path = join(folder, pick(names));
      const text = `${readFileSync(path, "utf8").trimEnd()}\n\nBy hand ${++edits}: as I see it, ünd with 日本語.\n`;
      if (roll() < 0.5) writeFileSync(path, text);
      else {
        writeFileSync(`${path}~`, text);
        renameSync(`${path}~`, path);
      }
      written.set(path, text);
    },
  };
}
