import { addressedSecretsIn } from "./redact/addressed-secrets.ts";
import { manifestSecretsIn } from "./redact/manifest-secrets.ts";
import { namedSecretsIn } from "./redact/named-secrets.ts";
import type { Place } from "./redact/place.ts";
import { privateKeysIn } from "./redact/private-keys.ts";
import { providerNamedSecretsIn } from "./redact/provider-named-secrets.ts";
import { providerRules } from "./redact/provider-rules.ts";
import { typedSecretsIn } from "./redact/typed-secrets.ts";
import { unescaped } from "./redact/unescaped.ts";

/** What was taken out of a text. */
export interface Redaction {
  readonly text: string;
  /** Kinds of secrets found, each once, in order of their place. */
  readonly found: readonly string[];
}

/**
 * Replaces secrets by `[redacted: <kind>]`: keys and tokens that their form gives away, private keys, passwords in URLs and
 * headers, what is typed after a client of a server, and what stands under a telling name and looks like a secret, be it written out or
 * with escapes (`\\n`, `\\"`, `%3D`, a colour). Prose, numbers, hashes and paths stay. Applied before any
 * text reaches a file, a log or a prompt, and before ids are computed, so that a secret leaves not even a hash. Idempotent, and
 * linear in the length of the text.
 */
export function redact(text: string): Redaction {
  const found = new Set<string>();
  let clean = text;
  for (let pass = 0; pass < mostPasses; pass++) {
    const places = apart(placesIn(clean));
    if (places.length === 0) break;
    for (const { kind } of places) found.add(kind);
    clean = without(clean, places);
  }
  return { text: clean, found: [...found] };
}

/** What is taken out may lay bare what touched it, one of a chain of secrets at each look. Nobody writes so long a chain. */
const mostPasses = 32;

function placesIn(text: string): Place[] {
  const meant = unescaped(text).flatMap((view) => writtenIn(view.text).map(view.placeIn));
  return [...writtenIn(text), ...meant];
}

function writtenIn(text: string): Place[] {
  return [
    ...privateKeysIn(text),
    ...providerSecretsIn(text),
    ...addressedSecretsIn(text),
    ...typedSecretsIn(text),
    ...namedSecretsIn(text),
    ...providerNamedSecretsIn(text),
    ...manifestSecretsIn(text),
  ];
}

function* providerSecretsIn(text: string): Generator<Place> {
  if (text.length < shortestOfProviders) return;
  for (const { kind, sign, pattern, judge } of providerRules) {
    if (!text.includes(sign)) continue;
    for (const match of text.matchAll(pattern)) {
      if (judge === undefined || judge(match[0]))
        yield { start: match.index, end: match.index + match[0].length, kind };
    }
  }
}

const shortestOfProviders = 15;

/** In order, with overlapping ones made one: the longest names it, of equals the first found. */
function apart(places: readonly Place[]): Place[] {
  const result: Place[] = [];
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || place.start >= last.end) result.push(place);
    else if (place.end > last.end) {
      const longer = place.end - place.start > last.end - last.start ? place : last;
      result[result.length - 1] = { start: last.start, end: place.end, kind: longer.kind };
    }
  }
  return result;
}

function without(text: string, places: readonly Place[]): string {
  let clean = "";
  let from = 0;
  for (const { start, end, kind } of places) {
    clean += `${text.slice(from, start)}[redacted: ${kind}]`;
    from = end;
  }
  return clean + text.slice(from);
}
