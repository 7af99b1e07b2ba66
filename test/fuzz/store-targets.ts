import { isHoldfastError } from "@holdfast/schema";
import { aRecord, type MemoryDisk, memoryDisk } from "@holdfast/testkit";
import { expect } from "vitest";
import { memoryOn } from "../../packages/memory/test/memory-on.ts";
import { renderRecord } from "../../packages/storage/src/index.ts";
import { asBytes } from "./mutated.ts";
import type { Target } from "./targets.ts";

// A file of a store that anything may have happened to, beside others that are well. Whoever uses the store then is not stopped, what is well stays
// as it is, and what is damaged is still there afterwards: in its file, or whole in a dead letter.

const dir = "/project/.holdfast";
const well = "Dust the shelves";

interface Store {
  readonly disk: MemoryDisk;
  /** The candidates of what is well, whatever becomes of the damaged file. */
  readonly record: string;
  readonly staged: string;
}

/** A record, one that waits, a ledger line, a dead letter and a run. */
async function aStore(): Promise<Store> {
  const disk = memoryDisk();
  const memory = memoryOn(disk);
  await disk.makeFolder(`${dir}/staging`);
  await disk.create(`${dir}/staging/broken.json`, asBytes('{"candidates": {"lessons": ["Learn to juggle"')); // a dead letter
  const saved = await memory.save({ sessionId: "s1", candidates: { lessons: [well] } });
  const { staged } = await memory.stage({
    sessionId: "s2",
    candidates: {
      lessons: ["Water the plants", { summary: "Feed the cat", detail: "Twice.\n---\n# Not a heading" }],
    },
  });
  await memory.drop(staged[1]!);
  return { disk, record: saved.outcomes[0]!.candidate_id, staged: staged[0]! };
}

const template = await aStore();

interface Damage {
  /** Where the bytes are put. */
  readonly path: string;
  readonly seeds: readonly Uint8Array[];
  /** What of the store is well, whatever stands there. */
  readonly keeps: readonly string[];
  /** The bytes may not be found again: the file is rewritten or bounded by design. */
  readonly derived?: true;
}

/** A store of its own, and where something damaged may be put in it. */
export function damagedStore(): { disk: MemoryDisk; path: string } {
  return { disk: template.disk.afterKill(), path: `${dir}/staging/damaged.json` };
}

function storeTarget({ path, seeds, keeps, derived }: Damage): Target {
  return {
    seeds,
    check: async (bytes) => {
      const disk = template.disk.afterKill();
      await disk.unlink(path);
      await disk.create(path, bytes);
      await useStore(disk);

      const text = Object.values(disk.files()).join("\n");
      for (const id of keeps) expect(text.includes(id), `${id} is gone`).toBe(true);
      expect(disk.files()[await recordOf(disk)]).toContain(`# ${well}`);
      if (derived) return;
      expect(await isKept(disk, path, bytes), "what was damaged is gone").toBe(true);
    },
  };
}

/** Everything that reads, then everything that works. Nothing of it fails, but for a store that says it is of a newer version. */
async function useStore(disk: MemoryDisk): Promise<void> {
  const memory = memoryOn(disk);
  const uses: (() => Promise<unknown>)[] = [
    () => memory.status(),
    () => memory.records(),
    () => memory.outline(),
    () => memory.staged(),
    () => memory.deadLetters(),
    () => memory.runs(),
    () => memory.recall(`${well} plants`),
    () => memory.context({ prompt: "dust" }),
    () => memory.doctor(),
    () => memory.reconcile(),
    () => memory.recover({ all: true }),
    () => memory.reconcile(),
    () => memory.doctor({ fix: true }),
  ];
  for (const use of uses) {
    await use().catch((error: unknown) => {
      if (!isHoldfastError(error, "store_newer")) throw error;
    });
  }
  await memory.close();
}

async function recordOf(disk: MemoryDisk): Promise<string> {
  const names = await disk.list(`${dir}/lessons`);
  return `${dir}/lessons/${names.find((name) => name.startsWith("dust-the-shelves"))}`;
}

/** As they are, behind the start of a file that was appended to, or whole in a dead letter; of a file that was valid, its candidates. */
export async function isKept(disk: MemoryDisk, path: string, bytes: Uint8Array): Promise<boolean> {
  const now = await disk.read(path);
  if (now !== undefined && startsWith(now, bytes)) return true;
  const all = Object.values(disk.files()).join("\n");
  const text = new TextDecoder().decode(bytes);
  const base64 = Buffer.from(bytes).toString("base64");
  if ([text, JSON.stringify(text).slice(1, -1), base64].some((form) => form !== "" && all.includes(form)))
    return true;
  const ids = [...text.matchAll(/"candidate_id"\s*:\s*"(cand_[0-9a-f]{20})"/g)].map(([, id = ""]) => id);
  return ids.length > 0
    ? ids.every((id) => all.includes(id))
    : wordsOf(text).every((word) => all.includes(word));
}

/** What of a JSON file's values anybody would miss. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}]{4,}/gu) ?? []).filter(
    (word) => !/^(?:candidates|lessons|preferences|decisions|domain)$/.test(word),
  );
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

const files = template.disk.files();
const seedsIn = (folder: string) =>
  Object.entries(files).flatMap(([path, text]) =>
    path.startsWith(`${dir}/${folder}`) ? [asBytes(text)] : [],
  );

export const storeTargets = {
  record: storeTarget({
    path: `${dir}/lessons/damaged.md`,
    seeds: [
      ...seedsIn("lessons/"),
      asBytes(renderRecord(aRecord({ summary: "Sort the books", detail: "By author.\n\n- one\n- two" }))),
      asBytes("# Mine\n\nBy hand.\n"),
    ],
    keeps: [template.record, template.staged],
  }),
  staging: storeTarget({
    path: `${dir}/staging/damaged.json`,
    seeds: seedsIn("staging/"),
    keeps: [template.record, template.staged],
  }),
  ledger: storeTarget({
    path: `${dir}/ledger.jsonl`,
    seeds: seedsIn("ledger.jsonl"),
    keeps: [template.record],
  }),
  dead_letter: storeTarget({
    path: `${dir}/deadletter/damaged.json`,
    seeds: seedsIn("deadletter/"),
    keeps: [template.record, template.staged],
  }),
  run_log: storeTarget({
    path: `${dir}/runs.jsonl`,
    seeds: seedsIn("runs.jsonl"),
    keeps: [template.record, template.staged],
    derived: true,
  }),
} satisfies { [kind: string]: Target };
