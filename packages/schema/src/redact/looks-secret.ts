import { isPassphrase } from "./is-passphrase.ts";
import { entropyOf } from "./looks-random.ts";

/** Passwords are chosen by people, tokens are made by machines: longer, more mixed, of fewer characters; a passphrase has blanks. */
export type NamedKind = "password" | "passphrase" | "token";
/** How a value stands: in quotes, without them, or as `NAME=value` in capitals, where a password may be a plain word. */
export type Form = "quoted" | "bare" | "assigned";

/**
 * True when a value under a telling name looks like a secret: of mixed characters, a token with much entropy. Words, numbers,
 * paths, code and stand-ins do not.
 */
export function looksSecret(value: string, kind: NamedKind, form: Form): boolean {
  const isChosen = kind !== "token";
  if (isChosen && form !== "bare" && value.includes(" "))
    return isPassphrase(value, kind === "passphrase" || form === "assigned");
  const shortest = isChosen ? 6 : 8;
  if (value.length < shortest || notOfSecrets.test(value) || isStandIn(value) || isPointer(value))
    return false;
  if (isChosen && form === "assigned") return true;
  if (form === "bare" && isCode(value)) return false;
  if (!isChosen && !/^[\w.~+/=:%@-]+$/.test(value)) return false;
  const parts = value.split(/[-_./:+=]/);
  if (parts.some((part) => part.length > longestWord && /^(?:[a-z]+|[A-Z]+)$/.test(part))) return true;
  if (/^[\d.,:%/-]+$/.test(value) || parts.every(isWord)) return false;
  return isChosen || (value.length >= 15 && entropyOf(value) >= 3);
}

/** Blanks, quotation marks of print, and letters of scripts in which no one writes a secret: it is prose. */
const notOfSecrets = /[\s\p{Lo}\p{Pi}\p{Pf}]/u;

/** More ASCII letters in a row than a word has. */
const longestWord = 23;

function isWord(part: string): boolean {
  return !/[^\p{L}\p{M}]/u.test(part) || /^\d*$/.test(part) || technical.test(part);
}

const technical =
  /^(?:sha|md|aes|rsa|ed|hs|rs|es|utf|base|oauth|argon|bcrypt|scrypt|https?|ipv|v|x|(?:big)?u?int|float)\d{1,4}[a-z]*$/i;

/** What stands where a secret will be: a variable, a template, "fill me in", what was taken out before. */
function isStandIn(value: string): boolean {
  return (
    /^[$%<{[(*#&]/.test(value) ||
    /\$\{|\{\{|<[a-z]|\.{3}|\u2026|\*{3}|x{4}/i.test(value) ||
    /^(?:your|insert|enter|change|replace|dummy|fake|example|placeholder)(?:[_-]|$|me)/i.test(value) ||
    /^(?:password|passwd|passphrase|secret|token|api[_-]?key|required|optional|undefined)s?\??$/i.test(value)
  );
}

/** As long as a path can be: what is longer points nowhere, however it begins. */
export const longestPointer = 4_096;

/** A path, a URL, a mail address, a version: it says where, not what. */
function isPointer(value: string): boolean {
  if (value.length > longestPointer) return false;
  return (
    /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|\w{2,20}:\/\/|@[\w-]+\/)/.test(value) ||
    /^[\w@-]+(?:\/[\w.@-]+)*\.[a-z]{1,4}$/i.test(value) ||
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.test(value) ||
    /^v?\d+(?:\.\d+)+/.test(value)
  );
}

/** An expression, or a field of something that holds settings. */
function isCode(value: string): boolean {
  return (
    /^!|[(){}<>|]|\?\.|=>|===|&&|\w\[/.test(value) ||
    /^(?:process|os|env|config|settings|options|opts|args|props|params|req|request|res|response|body|ctx|context|data|event|this|self|state|user|secrets|vars|import)\??\./i.test(
      value,
    )
  );
}
