const consonants = "bdfghklmnprtvz";
const vowels = "aeiou";
const syllables = [...consonants].flatMap((consonant) => [...vowels].map((vowel) => consonant + vowel));
const syllablesInWord = 4;
const wordsInText = 7;
/** A prime near the golden section of all words: steps of this width spread consecutive words evenly, and meet none twice. */
const stride = 14_838_301;

/**
 * `n` sentences of which no two share a word, so that none is a neighbour of another. The same `n` gives the same texts,
 * and more of them begin with those.
 */
export function distinctTexts(n: number): string[] {
  return Array.from({ length: n }, (_, i) => {
    const words = Array.from({ length: wordsInText }, (_, j) => wordAt(i * wordsInText + j));
    const text = words.join(" ");
    return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
  });
}

function wordAt(index: number): string {
  let rest = Number((BigInt(index) * BigInt(stride)) % BigInt(syllables.length ** syllablesInWord));
  let word = "";
  for (let i = 0; i < syllablesInWord; i++) {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return word;
}
