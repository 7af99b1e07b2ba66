import type { ReadStream, WriteStream } from "node:tty";

/** The other screen, and pastes told apart from what is typed. */
const enter = "\u001b[?1049h\u001b[?2004h\u001b[2J\u001b[H";
/** Colours off, cursor back, pastes as before, the screen that was there before. */
const leave = "\u001b[0m\u001b[?25h\u001b[?2004l\u001b[?1049l";

/** Nothing of what was drawn there before stays. */
const lineEnd = "\u001b[K";

/** The person's terminal while the dashboard has it. */
export interface Terminal {
  /** Takes the other screen; what was there stays as it is. */
  enter(): void;
  /** Gives everything back. Safe at any time, more than once, and while the process dies. */
  leave(): void;
  /** Draws lines from the top, before anyone else draws. */
  paint(lines: readonly string[]): void;
  /** Blanks the screen, while it is ours. */
  clear(): void;
  /** Puts a text on the clipboard, where the terminal allows it (OSC 52). Only for texts of our own making, like ids. */
  copy(text: string): void;
}

export function openTerminal(stdin: ReadStream, stdout: WriteStream): Terminal {
  let entered = false;
  return {
    enter() {
      entered = true;
      stdin.setRawMode(true); // what is typed before anybody listens waits, and is not echoed
      stdout.write(enter);
    },
    leave() {
      if (!entered) return;
      entered = false;
      if (stdin.isRaw) stdin.setRawMode(false);
      stdout.write(leave);
    },
    paint: (lines) => stdout.write(`\u001b[?25l\u001b[H${lines.join(`${lineEnd}\r\n`)}${lineEnd}`),
    clear: () => entered && stdout.write("\u001b[2J\u001b[H"),
    copy: (text) => stdout.write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`),
  };
}

/**
 * The stream that Ink draws on. Of a window that it fills, or that got smaller, Ink clears the terminal with all that one can scroll back to;
 * told that there is always room, it never does, and we clear what is ours.
 */
export function roomy(stdout: WriteStream): WriteStream {
  return new Proxy(stdout, {
    get(target, name) {
      if (name === "rows") return Number.MAX_SAFE_INTEGER;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
