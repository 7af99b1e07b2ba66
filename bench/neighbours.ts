/**
 * Measures neighbour search and the certain duplicates on real texts, and prints one table. Run it with
 * `node_modules/.bin/tsx --conditions=@holdfast/source bench/neighbours.ts DIR`, where DIR holds `memory-items/` and `pairs/`.
 * Pseudo-random choices are seeded, so that two runs print the same.
 */
import { join } from "node:path";
import {
  areNeighbours,
  labelChunk,
  localRules,
  neighboursOf,
  neighbourThreshold,
  termsOf,
  triage,
} from "../packages/reconciler/src/index.ts";
import { HoldfastError, sameWords } from "../packages/schema/src/index.ts";
import {
  candidateOf,
  firstLine,
  han,
  isChinese,
  type Row,
  readRows,
  recordOf,
  similarTo,
  type Text,
  textOf,
} from "./known-texts.ts";

const dir = process.argv[2];
if (dir === undefined) {
  throw new HoldfastError("invalid_option", "No folder with data was given.", {
    hint: "Run bench/neighbours.ts DIR, where DIR holds memory-items/ and pairs/.",
  });
}
const random = seeded(20_261);
const rows: string[][] = [];

const items = readRows(join(dir, "memory-items/items-permissive.jsonl"))
  .map(({ title, text, repo }) => textOf(title ?? "", text ?? "", repo ?? ""))
  .filter((one) => termsOf(one).size > 2);
const updates = readRows(join(dir, "memory-items/update-pairs-permissive.jsonl"));
const hardNegatives = readRows(join(dir, "memory-items/hard-negatives-permissive.jsonl"));
const paraphrases = [
  ["SICK", readRows(join(dir, "pairs/sick-train.jsonl"))],
  ["MRPC", readRows(join(dir, "pairs/mrpc_train.jsonl"))],
] as const;

row("threshold", String(neighbourThreshold));
measureUnrelated("unrelated: whole text", items, items);
measureUnrelated("unrelated: one line against whole texts", items.map(firstLine), items);
measureUnrelated("unrelated: one line against one line", items.map(firstLine), items.map(firstLine));
const chinese = items.filter(isChinese);
measureUnrelated("Chinese: other entries of one file", chinese, chinese, [10, 25, 100], isOtherEntry);
measureUpdates("revision, among 400: title and text", ({ title, text }) => textOf(title, text, ""));
measureUpdates("revision, among 400: text alone", ({ text }) => textOf("", text, ""));
measureUpdates("revision, among 400: first line alone", ({ text }) => firstLine(textOf("", text, "")));
for (const [name, pairs] of paraphrases) measureParaphrases(name, pairs);
measureHardNegatives();
for (const [name, pairs] of paraphrases) measureCertain(name, pairs);
measureRestated();
measureChanged();
print();

/** The share of candidates that meet any of so many records of other projects: each is a needless question. */
function measureUnrelated(
  name: string,
  candidates: readonly Text[],
  records: readonly Text[],
  sizes = [10, 25, 100, 400],
  isOther = (a: Text, b: Text) => a.repo !== b.repo,
): void {
  const shares = sizes.map((size) => {
    const asked = sample(candidates, 150);
    const met = asked.filter((one) => {
      const from = records.filter((record) => isOther(one, record));
      const known = sample(from, size).map(recordOf);
      return neighboursOf(candidateOf(one), similarTo(candidateOf(one), known)).length > 0;
    });
    return `${size}: ${percent(met.length, asked.length)}`;
  });
  row(name, shares.join("  "));
}

function isOtherEntry(a: Text, b: Text): boolean {
  return a.summary !== b.summary;
}

/** How often the revision of an entry meets the entry. */
function measureUpdates(name: string, of: (side: { title: string; text: string }) => Text): void {
  const found = (some: typeof updates) => {
    const met = some.filter(({ title = "", old = "", new: revised = "", repo }) => {
      const known = recordOf(textOf(title, old, ""));
      const others = sample(
        items.filter((one) => one.repo !== repo),
        399,
      ).map(recordOf);
      const candidate = candidateOf(of({ title, text: revised }));
      const neighbours = neighboursOf(candidate, similarTo(candidate, [known, ...others]));
      return neighbours.some(({ record }) => record.id === known.id);
    });
    return `${percent(met.length, some.length)} of ${some.length}`;
  };
  const chinese = updates.filter(({ new: revised = "" }) => han.test(revised));
  row(name, `${found(updates)}; Chinese ${found(chinese)}`);
}

/** How often a paraphrase of a sentence meets it, among 400 sentences; how often the two meet as candidates of one chunk. */
function measureParaphrases(name: string, pairs: readonly Row[]): void {
  const same = sample(
    pairs.filter(({ label }) => label === "dup"),
    300,
  );
  const pool = pairs.map(({ a = "" }) => a);
  const found = same.filter(({ a = "", b = "" }) => {
    const known = recordOf(textOf("", a, ""));
    const others = sample(pool, 399).map((one) => recordOf(textOf("", one, "")));
    const candidate = candidateOf(textOf("", b, ""));
    return neighboursOf(candidate, similarTo(candidate, [known, ...others])).some(
      ({ record }) => record.id === known.id,
    );
  });
  const inChunk = same.filter(({ a = "", b = "" }) =>
    areNeighbours(candidateOf(textOf("", a, "")), candidateOf(textOf("", b, "")), new Map(), 2),
  );
  row(
    `${name} paraphrase, among 400 sentences`,
    `${percent(found.length, same.length)} of ${same.length}; in one chunk ${percent(inChunk.length, same.length)}`,
  );
}

/** Look-alikes that their owners keep apart: none may be called a duplicate. */
function measureHardNegatives(): void {
  const called = hardNegatives.filter(({ a = "", b = "" }) => isCalledDuplicate(a, b));
  row("look-alikes called a duplicate (must be 0)", `${called.length} of ${hardNegatives.length}`);
}

function measureCertain(name: string, pairs: readonly Row[]): void {
  const called = pairs.filter(({ a = "", b = "" }) => isCalledDuplicate(a, b));
  const right = called.filter(({ label }) => label === "dup").length;
  const all = pairs.filter(({ label }) => label === "dup").length;
  const precision = called.length === 0 ? "none called" : percent(right, called.length);
  row(
    `${name} certain duplicates`,
    `precision ${precision}, recall ${percent(right, all)} (${right} of ${all})`,
  );
}

/** The same text with other white space, without its ticks or its last full stop. */
function measureRestated(): void {
  const restate = [
    (text: string) => text.replace(/`[^`]*`|\s+/gu, (found) => (found.startsWith("`") ? found : "\n ")),
    (text: string) => text.replace(/\.$/u, ""),
    (text: string) => text.replace(/(?<=^|\s)`([^\s`]+)`(?=\s|$)/gu, "$1"),
  ];
  const pairs = items.flatMap(({ summary }) => restate.map((how) => [summary, how(summary)] as const));
  const met = pairs.filter(([a, b]) => sameWords(a, b)).length;
  row("restated: called a duplicate", `${percent(met, pairs.length)} of ${pairs.length}`);
}

/** The same text with one number, negation, path or name changed: none may be called a duplicate. */
function measureChanged(): void {
  const change = {
    number: (text: string) => text.replace(/\d/u, (digit) => String((Number(digit) + 1) % 10)),
    negation: (text: string) => text.replace(/\b(is|are|must|should|do|can)\b/u, "$1 not"),
    path: (text: string) => text.replace(/\/(\w)/u, "/x$1"),
    name: (text: string) =>
      text.replace(/(?<=[\p{Ll},] )(\p{Lu})(?=\p{Ll})/u, (capital) => capital.toLowerCase()),
    symbol: (text: string) => text.replace(/[!=<>%$#+]/u, ""),
    "Chinese negation": (text: string) => text.replace(/[\u8981\u80fd\u662f]/u, "\u4e0d$&"),
  };
  const sentences = [
    ...items.flatMap((one) => [one.summary, one.detail]),
    ...paraphrases.flatMap(([, pairs]) => pairs.map(({ a = "" }) => a)),
  ];
  for (const [what, how] of Object.entries(change)) {
    const pairs = sentences.map((text) => [text, how(text)] as const).filter(([a, b]) => a !== b && a !== "");
    const wrong = pairs.filter(([a, b]) => isCalledDuplicate(a, b));
    row(`changed ${what}, called a duplicate (must be 0)`, `${wrong.length} of ${pairs.length}`);
  }
  measureNamesAtTheBeginning(sentences);
  measureSpaceInCode(sentences);
}

/** A name that is told by its capital alone, where a sentence would have one anyway. */
function measureNamesAtTheBeginning(sentences: readonly string[]): void {
  const names = [
    "Map",
    "Set",
    "Order",
    "Go",
    "Make",
    "Run",
    "Any",
    "This",
    "Then",
    "State",
    "Event",
    "Check",
  ];
  const pairs = sentences
    .filter((text) => /^[\w`]/u.test(text))
    .map((text, index) => `${names[index % names.length]!} ${text}`)
    .map((text) => [text, text[0]!.toLowerCase() + text.slice(1)] as const);
  const wrong = pairs.filter(([a, b]) => isCalledDuplicate(a, b));
  row("changed name at the beginning, called a duplicate (must be 0)", `${wrong.length} of ${pairs.length}`);
}

/** Compared as words: a stored summary is one line in any case. */
function measureSpaceInCode(sentences: readonly string[]): void {
  const pairs = sentences
    .map((text) => [text, text.replace(/`[^`]*`/gu, (code) => code.replace(/ (?=\S)/u, "  "))] as const)
    .filter(([a, b]) => a !== b);
  const wrong = pairs.filter(([a, b]) => sameWords(a, b));
  row("changed white space in code, called a duplicate (must be 0)", `${wrong.length} of ${pairs.length}`);
}

/** True when the rules alone would let `b` end as a duplicate of `a`, at either of the two places that can. */
function isCalledDuplicate(a: string, b: string): boolean {
  const record = recordOf(textOf("", a, ""));
  const candidate = candidateOf(textOf("", b, ""));
  const similar = similarTo(candidate, [record]);
  const one = {
    candidate,
    session_id: "bench",
    neighbours: [{ record, score: 1 }],
    documents: 1,
    frequency: new Map(),
  };
  return (
    triage(candidate, similar).kind === "duplicate" ||
    localRules(labelChunk([one]))[0]?.action === "duplicate"
  );
}

function sample<T>(all: readonly T[], size: number): T[] {
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed.slice(0, size);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;
}

function row(...cells: string[]): void {
  rows.push(cells);
}

function print(): void {
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  for (const [name = "", ...cells] of rows)
    process.stdout.write(`${name.padEnd(width)}  ${cells.join("  ")}\n`);
}
