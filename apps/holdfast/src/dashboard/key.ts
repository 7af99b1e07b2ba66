/** A key by its name, or the character that it types. */
export type Key = string;

/** What Ink says of a key press. */
export interface InkKey {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly pageUp: boolean;
  readonly pageDown: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly shift: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
}

const named = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "page up"],
  ["pageDown", "page down"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["backspace", "backspace"],
  ["delete", "backspace"], // what most terminals send for it
] as const satisfies readonly (readonly [keyof InkKey, Key])[];

/** The keys in what came at once: a burst of characters, and a paste, is a key for each. */
export function keysOf(input: string, pressed: InkKey): Key[] {
  const name = named.find(([flag]) => pressed[flag])?.[1];
  if (name !== undefined) return [name];
  if (pressed.tab) return [pressed.shift ? "shift-tab" : "tab"];
  if (pressed.ctrl) return [`ctrl-${input}`];
  if (pressed.meta) return [];
  return [...input].flatMap(keyOf);
}

function keyOf(character: string): Key[] {
  const key = controls[character];
  if (key !== undefined) return [key];
  return /\p{Cc}/u.test(character) ? [] : [character];
}

const controls: { readonly [character: string]: Key } = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
  "\u0003": "ctrl-c",
  "\u0015": "ctrl-u",
};

/** True for a key that types its character. */
export function types(key: Key): boolean {
  return [...key].length === 1;
}
