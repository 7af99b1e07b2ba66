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

/** The stream that Ink reads keys from. */
export function keysFrom(stdin: ReadStream): ReadStream {
  const typedOf = onlyKeys();
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
