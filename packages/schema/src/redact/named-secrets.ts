import { forLongRuns } from "./for-long-runs.ts";
import { type Form, looksSecret, type NamedKind } from "./looks-secret.ts";
import type { Place } from "./place.ts";

/** Names that tell, each with what is taken out under it and how a value is judged. */
const names: readonly (readonly [pattern: RegExp, shown: string, kind: NamedKind])[] = [
  [/^passphrase/i, "password", "passphrase"],
  [/^(?:password|passwd|pwd|_pass)/i, "password", "password"],
  [/^secret/i, "secret", "password"],
  [/^api/i, "API key", "token"],
  [/key$/i, "key", "token"],
  [/./, "token", "token"],
];

const name = `(?<name>password|passwd|passphrase|pwd|_pass(?!w|p)|secret|token|credential|api[_ -]?key|(?:access|account|private|auth|encryption|signing|master|session|subscription|shared|storage)[_-]?(?:access[_-]?)?key)`;
/** The rest of the name. Taken whole or not at all, so that no time is lost in trying less. */
const rest = String.raw`(?=(?<rest>s?[\w-]{0,40}))\k<rest>`;
/** `NAME=value`, `"name": "value"`, `name => value`; "the password is value"; `--password value`. */
const between = String.raw`(?:[\\"'\x60\]]{0,3}(?<sign>[ \t]{0,3}(?:=>|:=|={1,3}|:)[ \t]{0,3})|[ \t]{1,3}(?:is|was|to)[ \t]{0,2}:?[ \t]{1,3}|(?<blank>[ \t]{1,3}))`;
/** The next field of a query, or a line end that is written out: what ends a value without quotes, as a blank does. */
const next = String.raw`&[\w.-]{1,40}=|\\{1,8}[nrt]`;
/**
 * Quoted, or up to a blank, quote or separator, be it written as `\\n`. Without bounds, so that nothing of a long one is left: of six
 * characters each is looked at, and from there on the end is looked for lazily, which takes no room on the engine's stack.
 */
const value = String.raw`(?:"(?<double>(?:[^"\\\n]|\\.){6}[^\n]*?)"(?<=(?<!\\)(?:\\\\)*")|\\"(?<inner>[^"\n]{6,})"|\\?'(?<single>[^'\n]{6,})'|\x60(?<tick>[^\x60\n]{6,})\x60|(?!\\{1,8}[nrt])\\?["'\x60]?(?<bare>(?:(?!${next})[^\s"'\x60,;]){6}[^\s"'\x60,;]*?)(?=${next}|[\s"'\x60,;]|$))`;
const named = forLongRuns(new RegExp(name + rest + between + value, "gi"));

/** A value that was none may hold another name. Longer ones are not looked into, so that time stays linear. */
const longestLookedInto = 500;

/** Secrets that the name before them gives away. */
export function* namedSecretsIn(text: string): Generator<Place> {
  if (!/pass|pwd|secret|token|key|credential/i.test(text)) return;
  const pattern = new RegExp(named);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const place = placeOf(match);
    if (isSecret(text, match, place)) yield place;
    else if (place.end - place.start <= longestLookedInto) pattern.lastIndex = place.start;
  }
}

interface Groups {
  readonly name: string;
  readonly rest: string;
  readonly sign?: string;
  readonly blank?: string;
  readonly double?: string;
  readonly inner?: string;
  readonly single?: string;
  readonly tick?: string;
  readonly bare?: string;
}

function placeOf(match: RegExpExecArray): Place {
  const { name, double, inner, single, tick, bare } = match.groups as unknown as Groups;
  const quoted = double ?? inner ?? single ?? tick;
  const end = match.index + match[0].length - (quoted === undefined ? 0 : 1);
  const whole = quoted ?? bare!;
  const kept = whole.replace(quoted === undefined ? /[.,;:!?)}\]>\\]{1,8}$/ : /\\$/, "");
  const start = end - whole.length;
  return { start, end: start + kept.length, kind: names.find(([of]) => of.test(name))![1] };
}

function isSecret(text: string, match: RegExpExecArray, place: Place): boolean {
  const { name, rest, sign, blank, bare } = match.groups as unknown as Groups;
  if (!isWholeName(name, rest) || aboutOne.test(rest)) return false;
  const before = text.slice(Math.max(0, match.index - 60), match.index);
  if (notANameAfter.test(before) || (blank !== undefined && !/--[\w-]*$/.test(before))) return false;
  const isAssigned = sign === "=" && /^[A-Z0-9_]+$/.test(name + rest);
  const form: Form = isAssigned ? "assigned" : bare === undefined ? "quoted" : "bare";
  const [, , kind] = names.find(([of]) => of.test(name))!;
  return looksSecret(text.slice(place.start, place.end), kind, form);
}

/** False for a longer word that only begins like a telling name: `tokenizer`, `secretary`. */
function isWholeName(name: string, rest: string): boolean {
  const isCapital = name === name.toUpperCase();
  return isCapital ? /^S?(?:$|[_\d-])/.test(rest) : /^s?(?:$|[_A-Z\d-])/.test(rest);
}

/** The last word of a name that is about a secret without being one: `TOKEN_TYPE`, `passwordField`. */
const aboutOne =
  /(?:name|type|kind|field|header|url|uri|endpoint|host|path|file|dir|folder|ttl|age|expir\w*|length|len|count|limit|size|budget|usage|id|ids|prefix|suffix|policy|param|env|var|ref|arn|column|table|prompt|label|title|hint|error|message|status|algorithm|provider|version|format|regex|pattern|strategy|manager|class|test)s?$/i;

/** What was taken out before names what it was, and in a URL a name is a user's. */
const notANameAfter = /\[redacted: [\w -]*$|:\/\/[^\s/]*$/;
