import type { ReadStream } from "node:tty";

/** What terminals send that is no key: strings (OSC, DCS and their like), and whatever else begins as a key with a name does. */
const notKeys = new RegExp(
  [
    "\u001b[\\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\\\)", // the colours, the name, the abilities of a terminal
    "\u001b\\[M[^]{3}", // a mouse, in the old way
    `\u001b\\[(?!${keyEndings()})[0-?]*[ -/]*[@-~]`,
  ].join("|"),
  "g",
);

/** Arrows, Home and End, function keys, PgUp and their like, and keys by their code, each with or without modifiers. */
function keyEndings(): string {
  const numbers = "[1-8]|1[1-57-9]|2[0134]";
  return `(?:[A-HPQSZa-e]|1;\\d+[A-HPQS]|(?:${numbers})(?:;\\d+)?[~^$]|\\d+(?:[;:]\\d*)*u|\\[[A-E]|\\[[56]~)`;
}

/** A reply that has only begun. A person who types these two marks types nothing else at that moment. */
const begun = /\u001b(?:[\]P_^X][^\u0007\u001b]+\u001b?|\[[<=>?][0-?]*)$/;

/**
 * Leaves of what a terminal sends what was typed. Its late answers to an editor that has ended, and what a mouse does, would else be keys,
 * and keys do things.
 */
export function onlyKeys(): (sent: string) => string {
  let before = "";
  return (sent) => {
    const typed = (before + sent).replace(notKeys, "");
    const wasBegun = before !== "";
    before = "";
    const tail = begun.exec(typed)?.[0] ?? "";
    const rest = typed.slice(0, typed.length - tail.length);
    if (wasBegun) return rest; // twice is no answer any more
    before = tail;
    return rest;
  };
}

const pasteBegins = "\u001b[200~";
const pasteEnds = "\u001b[201~";

/** What is to become of a paste: where text is wanted it is text, of one line; elsewhere none of its characters is a key. */
export interface Pasting {
  readonly wantsText: () => boolean;
  /** Told once for each paste of which nothing was taken. */
  readonly onRefused: () => void;
}

/** {@link onlyKeys}, told of pastes by a terminal in bracketed paste mode. */
export function keysAndPastes({ wantsText, onRefused }: Pasting): (sent: string) => string {
  const keysOf = onlyKeys();
  let isPasting = false;
  let held = "";

  const textOf = (pasted: string) => (wantsText() ? pasted.replace(/\p{Cc}+/gu, " ") : "");
  return (sent) => {
    let typed = "";
    let rest = held + sent;
    held = "";
    while (rest !== "") {
      const mark = isPasting ? pasteEnds : pasteBegins;
      const at = rest.indexOf(mark);
      const piece =
        at < 0 ? rest.slice(0, rest.length - (isPasting ? begunOf(mark, rest) : 0)) : rest.slice(0, at);
      typed += isPasting ? textOf(piece) : keysOf(piece);
      if (at < 0) held = rest.slice(piece.length);
      else {
        isPasting = !isPasting;
        if (isPasting && !wantsText()) onRefused();
      }
      rest = at < 0 ? "" : rest.slice(at + mark.length);
    }
    return typed;
  };
}

/** How many characters at the end of `text` may be the beginning of `mark`. */
function begunOf(mark: string, text: string): number {
  for (let length = mark.length - 1; length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}

/** The stream that Ink reads keys from. */
export function keysFrom(stdin: ReadStream, pasting: Pasting): ReadStream {
  const typedOf = keysAndPastes(pasting);
  return new Proxy(stdin, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "read") return value.bind(target);
      return () => {
        const sent: unknown = target.read();
        return typeof sent === "string" ? typedOf(sent) : sent;
      };
    },
  });
}
