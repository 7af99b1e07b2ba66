import { textHash } from "./ids.ts";

/**
 * The words of a text in order, for telling that two texts say the same for certain. Only what can't carry meaning is
 * evened out: white space, the shape of quotes, back ticks around a word, the full stop or exclamation mark that ends a sentence, and
 * the capital that begins one, of a word that can be no name: `Always` is `always`, but `Order` may be a class. Everything else stays:
 * `-v` is not `-V`, `String` is not `string`, `C++` is not `C`, `10.0.0.1` is not `10.0.0.2`, `"no"` is not `no`, `No, tabs` is not
 * `No tabs`, and `not` is a word. Inside back ticks nothing is changed, white space included.
 */
export function wordSequence(text: string): string {
  const raw = [
    ...evened(text)
      .trim()
      .matchAll(/(\S+)(\s*)/gu),
  ].map(([, word = "", space = ""]) => ({ word, space }));
  let sequence = "";
  let begins = true;
  let inCode = false;
  for (const [place, { word, space }] of raw.entries()) {
    const next = raw[place + 1]?.word;
    const codeAfter: boolean = inCode !== (ticksIn(word) % 2 === 1);
    const ends = !codeAfter && endsSentence(word, next);
    const plain = ends ? word.replace(/[.!\u3002\uff01]$/u, "") : word;
    sequence += inCode ? withoutTicks(plain) : withoutTicks(begins ? withoutCapital(plain, next) : plain);
    sequence += codeAfter || space === "" ? space : " ";
    begins = ends || (!codeAfter && /[?!]$/u.test(word));
    inCode = codeAfter;
  }
  return sequence;
}

/** True when both texts have the same words in the same order. */
export function sameWords(a: string, b: string): boolean {
  return wordSequence(a) === wordSequence(b);
}

/** A hash of the word sequence: texts that say the same share it. */
export function wordKey(text: string): string {
  return textHash(wordSequence(text));
}

function evened(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"');
}

/** A full stop ends a sentence after a word (not in `./`, `...` or a lone dot), and before a capital or nothing. */
function endsSentence(word: string, next: string | undefined): boolean {
  if (!fullStop.test(word) && !emphasis.test(word)) return false;
  return next === undefined || !/^\p{Ll}/u.test(next);
}

const fullStop = /[\p{L}\p{N})\]"'`][.\u3002]$/u;
/** After a word in letters: `n!` is a factorial. */
const emphasis = /(?:\p{L}{3}|\p{Lo})[!\uff01]$/u;

/** A word that may be the name of something keeps its capital. */
function withoutCapital(word: string, next: string | undefined): string {
  if (!/^\p{Lu}[\p{Ll}']+[,;:?!]*$/u.test(word)) return word;
  const lower = word.toLowerCase();
  const bare = lower.replace(/[,;:?!]+$/u, "");
  const isNoName = neverNames.has(bare) || (seldomNames.has(bare) && !predicate.test(next ?? "is"));
  return isNoName ? lower : word;
}

/** No language, library or team calls anything so. `this`, `it`, `any` and `then` are missing for that reason. */
const neverNames: ReadonlySet<string> = new Set(
  (
    "always never don't doesn't can't won't isn't aren't please avoid the an we we're you you're they our my your their " +
    "these those there no why because although whenever whatever"
  ).split(" "),
);

/** Words of grammar that are names here and there (`For` is a component, `In` a function), and then something is said of them. */
const seldomNames: ReadonlySet<string> = new Set(
  "use do not keep prefer ensure remember if when while unless until since in on for at with without every each all both".split(
    " ",
  ),
);

const predicate =
  /^(?:is|isn't|are|was|were|has|have|had|does|doesn't|did|must|should|can|cannot|can't|may|might|will|would|returns?|takes?|throws?|runs?|needs?|gets?|makes?|calls?|accepts?|expects?|works?|fails?|means?|comes?|goes|[=([{:.-].*)$/u;

/** The ticks around a word; one that is all there is, or is escaped, is meant. */
function withoutTicks(word: string): string {
  const bare = word.replace(/^`+/u, "").replace(/(?<![\\`])`+(?=[.,;:?!]*$)/u, "");
  return bare === "" ? word : bare;
}

function ticksIn(word: string): number {
  return word.split("`").length - 1;
}
