import { asData, lengthOf } from "@holdfast/schema";

/** A named text of a candidate or record, inert. */
export interface ShownText {
  readonly name: string;
  readonly text: string;
}

/** A text in full, under its name. */
export function inFull({ name, text }: ShownText): string {
  return `${name}:\n${asData(text)}`;
}

/**
 * As much of a text as fits into `space` characters, its beginning and its end, with a line of ours that says how many characters are left
 * out. Undefined when that would be too little to tell anything.
 */
export function shortened({ name, text }: ShownText, space: number): string | undefined {
  const room = space - name.length - leastOverhead;
  if (room < leastRoom) return undefined;
  const start = beginning(text, Math.ceil((room * 2) / 3));
  const end = ending(text.slice(start.length), Math.floor(room / 3));
  const leftOut = lengthOf(text) - lengthOf(start) - lengthOf(end);
  return `${name}:\n${asData(start)}${leftOutLine(leftOut)}${asData(end)}`;
}

/** Tells, in a line that no foreign text can produce, that characters are not shown. */
export function leftOutLine(characters: number): string {
  return `(${characters} characters left out)\n`;
}

/** The longest line that tells what is left out. */
export const longestLeftOutLine = leftOutLine(999_999_999).length;

/** The name's colon and line break, the line that tells, and what marks the first line of either part. */
const leastOverhead = 2 + longestLeftOutLine + 2 * 3;

/** Less is not worth showing. */
const leastRoom = 60;

/** A line break costs the mark of the next line too. */
function costOf(character: string): number {
  return character === "\n" ? 3 : character.length;
}

function beginning(text: string, room: number): string {
  let cost = 0;
  let at = 0;
  for (const character of text) {
    cost += costOf(character);
    if (cost > room) break;
    at += character.length;
  }
  return text.slice(0, at);
}

function ending(text: string, room: number): string {
  let cost = 0;
  let at = text.length;
  while (at > 0) {
    const pair = at > 1 && /[\udc00-\udfff]/.test(text[at - 1]!);
    const character = text.slice(at - (pair ? 2 : 1), at);
    cost += costOf(character);
    if (cost > room) break;
    at -= character.length;
  }
  return text.slice(at);
}
