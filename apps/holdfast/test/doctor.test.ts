import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findingCodes } from "@holdfast/schema";
import { beforeAll, describe, expect, test } from "vitest";
import { aPerson, lessons, type Person } from "./run-command.ts";

interface Fault {
  readonly code: (typeof findingCodes)[number];
  /** How it comes about. */
  readonly how: string;
  /** Makes it in the store, and gives back the path that doctor must name, inside the store. */
  readonly make: (store: Store) => string;
  /** Whether `--fix` puts it right. */
  readonly fixed?: true;
  readonly message: RegExp;
}

/** A store on disk. What is written is private, as the command does it. */
interface Store {
  readonly dir: string;
  readonly records: readonly string[];
  write(path: string, text: string): string;
  append(path: string, text: string): string;
  edit(path: string, change: (text: string) => string): string;
}

const known = "Never push to main";
const faults: readonly Fault[] = [
  {
    code: "foreign_lock",
    how: "something else has the name of the lock",
    make: ({ write }) => write("canonical-writer.lock", "12345\n"),
    fixed: true,
    message: /is not our lock: it is a file of 6 bytes/,
  },
  {
    code: "temporary_file",
    how: "a process died while it wrote",
    make: ({ write }) => write("lessons/.half.999999999-0.tmp", "---\nid: rec"),
    fixed: true,
    message: /holds nothing that was acknowledged/,
  },
  {
    code: "too_open",
    how: "others may read a record",
    make: ({ dir, records }) => {
      chmodSync(join(dir, records[0]!), 0o644);
      return records[0]!;
    },
    fixed: true,
    message: /Others on this machine may read/,
  },
  {
    code: "too_open",
    how: "others may look into a folder",
    make: ({ dir }) => {
      chmodSync(join(dir, "staging"), 0o755);
      return "staging";
    },
    fixed: true,
    message: /Others on this machine may read/,
  },
  {
    code: "index_drift",
    how: "the index says something else, and looks up to date",
    make: ({ dir }) => {
      const bytes = readFileSync(join(dir, "index.db"));
      const changed = Buffer.from(bytes.toString("latin1").replaceAll(known, "Often push to main"), "latin1");
      expect(changed.equals(bytes) || changed.length !== bytes.length).toBe(false);
      writeFileSync(join(dir, "index.db"), changed);
      return "index.db";
    },
    fixed: true,
    message: /The files are right/,
  },
  {
    code: "ledger_torn",
    how: "the power failed in the middle of a line",
    make: ({ append }) => append("ledger.jsonl", '{"candidate_id": "cand_'),
    fixed: true,
    message: /cut off while it was written/,
  },
  {
    code: "turns_torn",
    how: "the power failed in the middle of a line",
    make: ({ append }) => append("consolidated.jsonl", '{"key": "'),
    fixed: true,
    message: /cut off while it was written/,
  },
  {
    code: "run_log_torn",
    how: "the power failed in the middle of a line",
    make: ({ append }) => append("runs.jsonl", '{"kind": "cha'),
    fixed: true,
    message: /cut off while it was written/,
  },
  {
    code: "record_unreadable",
    how: "a record was edited into nonsense",
    make: ({ edit, records }) => edit(records[0]!, (text) => text.replace("status: active", "status: [")),
    message: /line 4/,
  },
  {
    code: "duplicate_id",
    how: "a record was copied",
    make: ({ write, dir, records }) =>
      write("lessons/zz-copy.md", readFileSync(join(dir, records[0]!), "utf8")),
    message: /has the same id as .*\.md/,
  },
  {
    code: "conflict_copy",
    how: "Dropbox kept both versions of a record",
    make: ({ write }) => write("lessons/push (Ann's conflicted copy 2026-03-01).md", "# Push to main\n"),
    message: /two machines changed one file/,
  },
  {
    code: "conflict_copy",
    how: "Syncthing kept both versions of the ledger",
    make: ({ write }) => write("ledger.sync-conflict-20260301-101220-ABCDEFG.jsonl", "{}\n"),
    message: /two machines changed one file/,
  },
  {
    code: "merge_marker",
    how: "a merge of git was left unfinished in the text",
    make: ({ append, records }) =>
      append(records[0]!, "\n<<<<<<< HEAD\none\n=======\nother\n>>>>>>> branch\n"),
    message: /Line \d+ begins a merge that was never finished/,
  },
  {
    code: "broken_pointer",
    how: "a record replaces one that is gone",
    make: ({ edit, records }) =>
      edit(records[0]!, (text) => text.replace("supersedes: []", "supersedes:\n  - rec_gone")),
    message: /replaces rec_gone, which is not there/,
  },
  {
    code: "broken_pointer",
    how: "a record is related to one that is gone",
    make: ({ edit, records }) =>
      edit(records[0]!, (text) => text.replace("related: []", "related:\n  - rec_gone")),
    message: /related to rec_gone, which is not there/,
  },
  {
    code: "broken_pointer",
    how: "the ledger confirms a record that is gone",
    make: ({ edit }) => edit("ledger.jsonl", (text) => text.replace(/rec_\w+/, "rec_gone")),
    message: /1 of its lines confirm rec_gone/,
  },
  {
    code: "superseded_in_circle",
    how: "two records replace each other",
    make: ({ write }) => {
      write("lessons/one.md", "---\nid: rec_one\nsupersedes: [rec_two]\n---\n# One\n");
      write("lessons/two.md", "---\nid: rec_two\nsupersedes: [rec_one]\n---\n# Two\n");
      return "lessons/one.md";
    },
    message: /replaces itself/,
  },
  {
    code: "ledger_line_unreadable",
    how: "a merge of git left its marks in the ledger",
    make: ({ append }) => append("ledger.jsonl", "<<<<<<< HEAD\n"),
    message: /^1 line can't be read/,
  },
  {
    code: "turns_line_unreadable",
    how: "something else was written into it",
    make: ({ append }) => append("consolidated.jsonl", "no json\n{}\n"),
    message: /^2 lines can't be read/,
  },
  {
    code: "run_log_line_unreadable",
    how: "something else was written into it",
    make: ({ append }) => append("runs.jsonl", "no json\n"),
    message: /^1 line can't be read/,
  },
  {
    code: "staging_malformed_file",
    how: "a staging file is no JSON",
    make: ({ write }) => write("staging/x.json", "{"),
    message: /x\.json/,
  },
  {
    code: "staging_malformed_member",
    how: "one member of a staging file is nonsense",
    make: ({ dir, write }) => {
      const file = JSON.parse(readFileSync(join(dir, stagingFile(dir)), "utf8"));
      file.candidates.lessons = [7];
      return write("staging/x.json", JSON.stringify(file));
    },
    message: /lessons\[0\]/,
  },
  {
    code: "staging_newer",
    how: "a newer version staged it",
    make: ({ write }) => write("staging/x.json", '{"schemaVersion": 99}'),
    message: /newer/,
  },
  {
    code: "staging_stray",
    how: "something else lies in the waiting room",
    make: ({ write }) => write("staging/note.txt", "mine"),
    message: /no staging file/,
  },
  {
    code: "dead_letter_unreadable",
    how: "a dead letter was edited into nonsense",
    make: ({ write }) => write("deadletter/x.json", "{"),
    message: /not JSON/,
  },
  {
    code: "dead_letter_newer",
    how: "a newer version wrote it",
    make: ({ write }) => write("deadletter/x.json", '{"schemaVersion": 99}'),
    message: /newer version/,
  },
  {
    code: "dead_letter_stray",
    how: "something else lies among the dead letters",
    make: ({ write }) => write("deadletter/note.txt", "mine"),
    message: /no dead letter/,
  },
  {
    code: "stray_file",
    how: "something else lies in the store",
    make: ({ write }) => write("notes.txt", "mine"),
    message: /none of ours/,
  },
  {
    code: "stray_file",
    how: "something that is no record lies among the records",
    make: ({ write }) => write("lessons/notes.txt", "mine"),
    message: /no record/,
  },
  {
    code: "link_inside",
    how: "a name of ours is a link",
    make: ({ dir }) => {
      mkdirSync(`${dir}-elsewhere`);
      symlinkSync(`${dir}-elsewhere`, join(dir, "decisions"));
      return ".";
    },
    message: /decisions is a link/,
  },
  {
    code: "earlier_system",
    how: "the earlier memory system left a file",
    make: ({ write }) => write("lessons.md", "# Lessons\n"),
    message: /earlier memory system/,
  },
];

describe.skipIf(process.platform === "win32")("doctor", { tags: ["doctor-keeps-memory"] }, () => {
  let sound: Person;
  beforeAll(async () => {
    sound = aPerson();
    await sound.run(["save", "-"], { stdin: lessons(known, "Seed the database before the tests") });
    await sound.run(["save", "-", "--session", "again"], { stdin: lessons(known) });
    await sound.run(["stage", "-"], { stdin: lessons("The staging server sleeps at night") });
    writeFileSync(join(sound.dir, "consolidated.jsonl"), aTurn, { mode: 0o600 });
    mkdirSync(join(sound.dir, "deadletter"), { mode: 0o700 });
  }, 60_000);

  test("finds nothing wrong with a sound store", async () => {
    expect((await sound.json(["doctor"])).value).toEqual({ findings: [], fixed: [] });
  });

  test.concurrent.each(faults)("$code: $how", { timeout: 60_000 }, async ({ code, make, fixed, message }) => {
    const person = aPerson();
    cpSync(sound.dir, person.dir, { recursive: true, preserveTimestamps: true, mode: 0 });
    await person.run(["list"]); // the index knows the copies
    const named = join(person.dir, make(storeIn(person.dir)));

    const found = await person.json(["doctor"]);
    expect(found.code).toBe(1);
    expect(found.value.findings.map((one) => [one.code, one.path])).toContainEqual([code, named]);
    const finding = found.value.findings.find((one) => one.code === code);
    expect(finding?.message).toMatch(message);
    expect(finding?.fix).not.toBe("");

    const before = memoryIn(person.dir);
    const after = await person.json(["doctor", "--fix"]);
    const told = fixed ? after.value.fixed : after.value.findings;
    expect(told.map((one) => [one.code, one.path])).toContainEqual([code, named]);
    if (fixed) expect((await person.json(["doctor"])).value).toEqual({ findings: [], fixed: [] });
    const kept = memoryIn(person.dir);
    expect(
      before.filter((bytes) => !kept.some((now) => now.subarray(0, bytes.length).equals(bytes))),
    ).toEqual([]);
  });

  test("each code that a store can show is made here", () => {
    // Only another user's file makes it: the tests of failing file systems do.
    const elsewhere = ["staging_unreadable"];
    const made = new Set<string>(faults.map(({ code }) => code));
    expect(findingCodes.filter((code) => !made.has(code))).toEqual(elsewhere);
  });

  test("each code is documented", () => {
    const page = readFileSync(new URL("../../../docs/reference/json-output.md", import.meta.url), "utf8");
    expect(findingCodes.filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([]);
  });
});

const aTurn = '{"key":"turn_1","session_id":"s","at":"2026-03-01T10:12:20.650Z"}\n';

function stagingFile(dir: string): string {
  const name = readdirSync(join(dir, "staging")).find((one) => one.endsWith(".json"));
  return join("staging", name!);
}

function storeIn(dir: string): Store {
  const records = readdirSync(join(dir, "lessons")).sort();
  const first = records.find((name) => name.includes("push"));
  const write: Store["write"] = (path, text) => {
    writeFileSync(join(dir, path), text, { mode: 0o600 });
    return path;
  };
  return {
    dir,
    records: [join("lessons", first!)],
    write,
    append: (path, text) => {
      appendFileSync(join(dir, path), text);
      return path;
    },
    edit: (path, change) => {
      const before = readFileSync(join(dir, path), "utf8");
      expect(change(before)).not.toBe(before);
      return write(path, change(before));
    },
  };
}

/** Every file's bytes, wherever it lies: but for the caches, and what a process was writing when it died. */
function memoryIn(dir: string): Buffer[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => !/index\.db|canonical-writer\.json|\.tmp$/.test(name))
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path))
    .filter((bytes) => bytes.length > 0);
}
