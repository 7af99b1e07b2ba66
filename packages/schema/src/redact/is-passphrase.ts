import { stopWords } from "../stop-words.ts";

/**
 * True for several words that are a password and no sentence: none is a word of grammar or of a form to fill in, and one is
 * mixed of letters and digits (`S3cr3t pass phrase`); where a passphrase is expected, also four or more plain words.
 */
export function isPassphrase(value: string, isExpected: boolean): boolean {
  const words = value.trim().split(/ +/);
  if (words.length > mostWords || !words.every((word) => /^[!-~]+$/.test(word) && !isOfProse(word)))
    return false;
  return words.some(isMixed) || (isExpected && words.length >= 4 && words.every((word) => plain.test(word)));
}

const mostWords = 12;
const plain = /^[a-z]{3,12}$/;

function isMixed(word: string): boolean {
  return /[A-Za-z]\d+[A-Za-z]/.test(word)
    ? word.length >= 5 && !/^(?:utf|sha|base|ipv)\d|\dx\d/i.test(word)
    : word.length >= 8 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}

function isOfProse(word: string): boolean {
  return /[<>{}()[\]]|.[.,:;?…]$|^[$%]/.test(word) || stopWords.has(word.toLowerCase()) || ofForms.test(word);
}

/** Words of error messages, of labels and of code about passwords. */
const ofForms =
  /^(?:no|not|never|without|passwords?|passphrases?|characters?|chars|letters?|digits?|numbers?|symbols?|words?|minimum|maximum|min|max|least|enter|repeat|type|choose|change|confirm|forgot|reset|new|old|current|your|invalid|wrong|incorrect|missing|required|please|sign|log|login|vault|hash(?:ed|es)?|encoded|encrypted|stored|see|[&|=+]+)$/i;
