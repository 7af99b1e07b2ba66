/**
 * The stem of an English word after Porter's second stemmer ("English" in Snowball): words that differ by their ending alone share
 * it. Meant for lower-case words of a to z; a word of one or two letters is its own stem.
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  const irregular = irregulars.get(word);
  if (irregular !== undefined) return irregular;
  const marked = markConsonantY(word);
  const singular = withoutPlural(marked);
  if (finished.has(singular)) return singular;
  const { r1, r2 } = regionsOf(marked);
  const steps = [withoutPast, withI, shortened, shortenedAgain, withoutSuffix, withoutE];
  return steps.reduce((rest, step) => step(rest, r1, r2), singular).toLowerCase();
}

const irregulars = new Map(
  [
    "skis ski,skies sky,dying die,lying lie,tying tie,idly idl,gently gentl,ugly ugli,early earli,only onli,singly singl",
    "sky sky,news news,howe howe,atlas atlas,cosmos cosmos,bias bias,andes andes",
  ]
    .join(",")
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
);

const finished = new Set("inning outing canning herring earring proceed exceed succeed".split(" "));

/** A `y` that sounds as a consonant is written `Y` until the end. */
function markConsonantY(word: string): string {
  return word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
}

/** Where the regions begin in which a suffix may go: R1 after the first vowel and consonant, R2 after the next. */
function regionsOf(word: string): { r1: number; r2: number } {
  const special = /^(?:gener|commun|arsen)/.exec(word)?.[0].length;
  const r1 = special ?? regionAfter(word, 0);
  return { r1, r2: regionAfter(word, r1) };
}

function regionAfter(word: string, from: number): number {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(from));
  return found ? from + found.index + 2 : word.length;
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return /[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutPast(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const found = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (!found || !/[aeiouy]/.test(word.slice(0, found.index))) return word;
  const rest = word.slice(0, found.index);
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return rest.length <= r1 && endsShort(rest) ? `${rest}e` : rest;
}

function endsShort(word: string): boolean {
  return /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/.test(word);
}

function withI(word: string): string {
  return /.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

const longer: readonly (readonly [suffix: string, instead: string])[] = [
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ization", "ize"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["tional", "tion"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ation", "ate"],
  ["entli", "ent"],
  ["fulli", "ful"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["abli", "able"],
  ["alli", "al"],
  ["anci", "ance"],
  ["ator", "ate"],
  ["enci", "ence"],
  ["izer", "ize"],
  ["bli", "ble"],
];

function shortened(word: string, r1: number): string {
  const found = longer.find(([suffix]) => word.endsWith(suffix));
  if (found) return replaced(word, found, r1);
  if (word.endsWith("logi")) return replaced(word, ["ogi", "og"], r1);
  return /[cdeghkmnrt]li$/.test(word) ? replaced(word, ["li", ""], r1) : word;
}

const shorter: readonly (readonly [suffix: string, instead: string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

function shortenedAgain(word: string, r1: number, r2: number): string {
  const found = shorter.find(([suffix]) => word.endsWith(suffix));
  if (found) return replaced(word, found, r1);
  return word.endsWith("ative") ? replaced(word, ["ative", ""], r2) : word;
}

function withoutSuffix(word: string, _r1: number, r2: number): string {
  const found =
    /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/.exec(word) ??
    /(?<=[st])ion$/.exec(word);
  return found && found.index >= r2 ? word.slice(0, found.index) : word;
}

function withoutE(word: string, r1: number, r2: number): string {
  const rest = word.slice(0, -1);
  if (word.endsWith("e")) return rest.length >= r2 || (rest.length >= r1 && !endsShort(rest)) ? rest : word;
  return word.endsWith("ll") && rest.length >= r2 ? rest : word;
}

function replaced(word: string, [suffix, instead]: readonly [string, string], region: number): string {
  const start = word.length - suffix.length;
  return start >= region ? word.slice(0, start) + instead : word;
}
