/** True for a sentence that sounds as if it lays something down: if it does not, that is worth a reason. */
export function hasCue(sentence: string): boolean {
  return cueWord.test(sentence) || beginning.test(sentence);
}

const cueWord = new RegExp(
  "\\b(?:always|never|remember|prefer|preference|decided|decision|agreed (?:on|to|that)|from now on|going forward|henceforth|next time" +
    "|in (?:the )?future|for the future|(?:keep|bear|have) (?:it )?in mind|(?:don't|do not) (?:forget|ever)|instead of|rather than" +
    "|on purpose|by design|intentional(?:ly)?|deliberately|must not|mustn't|may not|we (?:don't|do not) want|i'd rather|without asking|unless (?:i|we) (?:ask|say|tell)" +
    "|whenever|(?:every|each) time|no longer|conventions?|rule of thumb|source of truth|(?:claude|agents)\\.md|merk dir|ab jetzt|ab sofort|von nun an|recuerda que|a partir de ahora|n'oublie pas|rappelle-toi)\\b" +
    "|à partir de maintenant|désormais|dorénavant|记住|牢记|以后|今后|从现在起|从现在开始",
  "iu",
);

/** Words that object or forbid, where the sentence or the clause begins. */
const beginning =
  /^\s*(?:\p{L}+,\s+)?(?:no+\s*[,.!:;–—-]|only\s.*\b(?:may|must|should)\b|(?:please\s+)?(?:don't|do not|stop)\s+\p{L}|that's (?:wrong|not (?:right|correct))|\p{L}+.*,\s*use\b.*\binstead\b)/iu;
