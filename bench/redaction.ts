// What redaction takes out of real sessions and memories, to be judged by reading it: each is masked, with the words around it.
// And how long it takes. Nothing that it finds is printed whole.
// node_modules/.bin/tsx --conditions=@holdfast/source bench/redaction.ts DIR [EXAMPLES]
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { redact } from "../packages/schema/src/redact.ts";

const dir = process.argv[2];
const most = Number(process.argv[3] ?? 3);
if (dir === undefined) {
  console.error("usage: bench/redaction.ts DIR [EXAMPLES of each kind, 3] (with sessions/, memory-items/)");
  process.exit(2);
}

/** What was taken out: where, and how it looked. */
interface Taken {
  readonly file: string;
  readonly masked: string;
}
const taken = new Map<string, Map<string, Taken & { times: number }>>();
const before = 60;
const after = 25;

for (const folder of ["sessions", "memory-items"]) measure(folder);
for (const [kind, distinct] of taken) {
  const times = [...distinct.values()].reduce((sum, one) => sum + one.times, 0);
  console.log(`\n# ${kind}: ${times} taken out, ${distinct.size} different`);
  for (const { file, masked, times: n } of [...distinct.values()].slice(0, most))
    console.log(`  ${n}x ${file}: ${masked}`);
}

function measure(folder: string): void {
  const texts = filesIn(join(dir!, folder)).flatMap((path) =>
    stringsOf(path).map((text) => ({ file: relative(dir!, path), text })),
  );
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const start = performance.now();
  const clean = texts.map(({ text }) => redact(text));
  const spent = performance.now() - start;
  for (const [index, { text, found }] of clean.entries())
    if (found.length > 0) note(texts[index]!.file, texts[index]!.text, text);
  const changed = clean.filter(({ found }) => found.length > 0).length;
  console.log(
    `${folder}: ${texts.length} texts, ${(characters / 1e6).toFixed(1)} MB, ${changed} of them changed, ` +
      `${(spent / (characters / 1e6)).toFixed(0)} ms per MB`,
  );
}

/** What stood where the redacted text has a mark: found by the text between two marks. */
function note(file: string, text: string, clean: string): void {
  const kept = clean.split(/\[redacted: ([\w ]+)\]/);
  let at = kept[0]!.length;
  for (let i = 1; i < kept.length; i += 2) {
    const kind = kept[i]!;
    const following = kept[i + 1]!;
    const end = following === "" ? text.length : text.indexOf(following, at + 1);
    if (end < 0) return;
    const secret = text.slice(at, end);
    const around = `${text.slice(Math.max(0, at - before), at)}<${mask(secret)}>${text.slice(end, end + after)}`;
    const masked = around.replaceAll("\n", "⏎").replace(/\s+/g, " ");
    const distinct = taken.get(kind) ?? new Map<string, Taken & { times: number }>();
    taken.set(kind, distinct);
    const times = (distinct.get(secret)?.times ?? 0) + 1;
    distinct.set(secret, { file, masked, ...distinct.get(secret), times });
    at = end + following.length;
  }
}

function mask(secret: string): string {
  return `${secret.slice(0, 4)}…${secret.length}`;
}

/** Every string of a file of JSON or of lines of JSON, whatever it is for; a line that is no JSON, as it stands. */
function stringsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const whole = parsed(text);
  if (whole !== undefined) return stringsIn(whole);
  return text.split("\n").flatMap((line) => stringsIn(parsed(line) ?? line));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it is read as text
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.jsonl?$/.test(name) && name !== "MANIFEST.json")
    .map((name) => join(folder, name))
    .sort();
}
