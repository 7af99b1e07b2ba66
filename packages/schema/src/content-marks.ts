import { canonicalText } from "./canonical-text.ts";
import { terms } from "./terms.ts";

/**
 * What of `from` does not stand in `to`: code spans, numbers, versions, paths, flags, symbols and identifiers letter for letter;
 * names in any form of the word. Each as it was written, once.
 */
export function missingMarks(from: string, to: string): string[] {
  const { exact, names } = marksOf(from);
  const inOneLine = canonicalText(to);
  const words = new Set(terms(to));
  const missing = [...exact].filter((mark) => !standsIn(mark, inOneLine));
  const unnamed = [...names].filter((name) => !terms(name).every((term) => words.has(term)));
  return [...missing, ...unnamed];
}

interface Marks {
  readonly exact: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

function marksOf(text: string): Marks {
  const { spans, prose } = withoutCode(text.toWellFormed().normalize("NFC"));
  const exact = new Set(spans);
  const names = new Set<string>();
  for (const sentence of prose.replace(unspaced, " \u4e00 ").split(/(?<=[.!?\u3002])\s+|\n+/u)) {
    const raw = sentence.split(/\s+/u).filter((word) => word !== "");
    for (const [place, word] of raw.entries()) {
      if (place === 0 && isBullet(word)) continue;
      const token = bare(word);
      if (isCodeLike(token)) exact.add(token.replace(/(?<=[\p{L}\p{N}_])\(.*$/u, ""));
      else if (isName(token, place, raw[place + 1] ?? "")) names.add(token);
    }
  }
  return { exact, names };
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]+/gu;

/** Code spans and the lines of code blocks, each in one line, and the text that is left. */
function withoutCode(text: string): { spans: string[]; prose: string } {
  const spans: string[] = [];
  const keep = (code: string) => {
    const span = canonicalText(code);
    if (span !== "") spans.push(span);
    return " \u4e00 ";
  };
  const withoutBlocks = text.replace(/^```[^\n]*\n([\s\S]*?)^```[^\n]*$/gmu, (_, block: string) => {
    for (const line of block.split("\n")) keep(line);
    return "\n";
  });
  const prose = withoutBlocks.replace(/`([^`\n]+)`/g, (_, code: string) => keep(code));
  return { spans, prose };
}

function isBullet(word: string): boolean {
  return /^(?:[-*+>#]+|\d{1,3}[.)])$/.test(word);
}

function bare(word: string): string {
  return word
    .replace(/^[([{"'\u201c\u2018*|]+/u, "")
    .replace(
      /(?:[\])}"'\u201d\u2019,.;:!?*|\u2026]|(?<=\p{L})['\u2019]s)+$/u,
      (end, at: number, whole: string) => (end.startsWith(")") && whole[at - 1] === "(" ? ")" : ""),
    );
}

const operators = new Set([
  "=",
  "==",
  "===",
  "!=",
  "!==",
  "<",
  ">",
  "<=",
  ">=",
  "&&",
  "||",
  "\u2260",
  "\u2264",
  "\u2265",
]);
const commonWithMarks = new Set([
  "and/or",
  "either/or",
  "he/she",
  "his/her",
  "n/a",
  "w/o",
  "yes/no",
  "e.g",
  "i.e",
  "a.m",
  "p.m",
]);

/** A token that stands for itself: one changed sign makes it another. */
function isCodeLike(token: string): boolean {
  if (operators.has(token)) return true;
  if (commonWithMarks.has(token.toLowerCase()) || !/[\p{L}\p{N}]/u.test(token)) return false;
  return (
    /\p{N}/u.test(token) ||
    /^(?:-{1,2}|[$@#~/.\\]{1,3})[\p{L}_]/u.test(token) ||
    /[/\\_=$%]|::|->|[\p{L}\p{N}]\(/u.test(token) ||
    /[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(token) ||
    /^\p{L}(?:\+\+|#)$/u.test(token) ||
    (/\p{Ll}\p{Lu}|^\p{Lu}{2,}s?$/u.test(token) && !isEmphasis(token))
  );
}

const emphasised = /^(?:never|no|not|only|note|warning|important|todo|avoid|don['\u2019]?t|use|stop)$/i;

function isEmphasis(token: string): boolean {
  return emphasised.test(token) || terms(token).length === 0;
}

const verbs =
  /^(?:is|are|was|were|has|have|had|will|must|should|can|may|does|says|said|wants|likes|prefers|owns|needs)$/i;

/** A capital inside a sentence makes a name; at its beginning it does when a verb follows. */
function isName(token: string, place: number, next: string): boolean {
  if (!/^\p{Lu}[\p{L}'\u2019-]+$/u.test(token) || isEmphasis(token)) return false;
  return place > 0 || verbs.test(next);
}

/** True when `mark` stands in `text` as a whole: `1.2` is not in `1.2.3`, nor `5` in `5%`. */
function standsIn(mark: string, text: string): boolean {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (
      isWhole(mark, text.slice(Math.max(0, at - 2), at), text.slice(at + mark.length, at + mark.length + 2))
    )
      return true;
  }
  return false;
}

function isWhole(mark: string, before: string, after: string): boolean {
  const open = /^[\p{L}\p{N}_]/u.test(mark) && !startsUnspaced.test(mark);
  const closed = /[\p{L}\p{N}_]$/u.test(mark);
  if (open && /(?:[\p{L}\p{N}_$]|\p{N}[.,])$/u.test(before) && !endsUnspaced.test(before)) return false;
  return !(closed && /^(?:[\p{L}\p{N}_%]|[.,]\p{N}|\.\p{L})/u.test(after) && !startsUnspaced.test(after));
}

const startsUnspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const endsUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u;
