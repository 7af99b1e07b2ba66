import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cleanLater, killGroup, tmux } from "./left-over.ts";

export interface Wait {
  /** Milliseconds; 40 seconds unless given, for machines that are busy. */
  readonly within?: number;
}

/** What runs on a terminal, where. */
export interface TerminalRequest {
  /** A folder for tmux's socket. */
  readonly home: string;
  readonly cwd: string;
  readonly command: readonly string[];
  /** All that the process gets, but for what tmux says of its terminal. */
  readonly env: { readonly [name: string]: string };
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** A process on a terminal that a test types on and looks at. */
export interface Terminal {
  /** What is on the screen, a line for each row, without the blanks at their ends. */
  screen(): string;
  /** The same with its colours, as escape sequences. */
  colours(): string;
  /** The screen as soon as it shows the text. Rejects, with the screen, if it does not within `within` milliseconds. */
  shows(text: string | RegExp, options?: Wait): Promise<string>;
  /** The screen as soon as it does not show the text. */
  hides(text: string | RegExp, options?: Wait): Promise<string>;
  /** Types text. */
  type(text: string): void;
  /** Presses keys by tmux's names: `Enter`, `Escape`, `Down`, `C-c`, `BSpace`, `Tab`. */
  press(...keys: string[]): void;
  /** Pastes a line and sends it. */
  submit(line: string): void;
  resize(columns: number, rows: number): void;
  /** What tmux knows of the terminal, by its format: `#{cursor_flag}`, `#{alternate_on}`. */
  tells(format: string): string;
  /** The exit code, as soon as the process has ended by itself. */
  ended(options?: Wait): Promise<number>;
  /** Kills the process and its terminal at once. */
  kill(): void;
}

let terminals = 0;

/** Starts a command on a terminal of its own (tmux on a private socket). */
export function startTerminal(request: TerminalRequest): Terminal {
  const { home, cwd, command, env, columns = 100, rows = 36 } = request;
  const socket = join(home, `tmux-${terminals++}`);
  if (tmux(socket, ["-V"]) === undefined) throw new Error("These tests need a real terminal: install tmux.");
  const run = (...words: string[]) => tmux(socket, words);
  const kill = () => {
    const pid = Number(run("display-message", "-p", "#{pane_pid}"));
    run("kill-server");
    if (pid > 1) killGroup({ pid });
  };
  cleanLater(kill);
  const started = tmux(
    socket,
    [
      ...["-f", "/dev/null", "start-server"],
      ...[";", "set-option", "-g", "remain-on-exit", "on"], // the last screen of a process that ended says why
      ...[";", "set-option", "-g", "status", "off"],
      ...[";", "set-option", "-s", "escape-time", "0"],
      ...[";", "set-option", "-s", "extended-keys", "on"],
      ...[";", "new-session", "-d", "-x", `${columns}`, "-y", `${rows}`, "-c", cwd],
      ...["--", ...command],
    ],
    { TERM: "xterm-256color", ...env },
  );
  if (started === undefined) throw new Error("tmux did not start.");

  const screen = () =>
    (run("capture-pane", "-p") ?? "The terminal is gone.").replaceAll(/[^\S\n]+$/gm, "").trimEnd();
  const shown = (text: string | RegExp) => {
    const now = screen();
    return typeof text === "string" ? now.includes(text) : text.test(now);
  };
  const until = async (what: string, holds: () => boolean, { within = 40_000 }: Wait = {}) => {
    for (const start = performance.now(); !holds(); await pause(40)) {
      if (performance.now() - start < within) continue;
      throw new Error(`Not within ${within} ms: ${what}\n${screen()}`);
    }
    return screen();
  };
  const tells = (format: string) => (run("display-message", "-p", format) ?? "").trim();
  return {
    screen,
    colours: () => run("capture-pane", "-p", "-e") ?? "",
    shows: (text, options) => until(`shows ${text}`, () => shown(text), options),
    hides: (text, options) => until(`hides ${text}`, () => !shown(text), options),
    type: (text) => {
      run("send-keys", "-l", "--", text);
    },
    press: (...keys) => {
      run("send-keys", ...keys);
    },
    submit: (line) => {
      run("set-buffer", "--", line, ";", "paste-buffer", "-p", "-d", ";", "send-keys", "Enter");
    },
    resize: (width, height) => {
      run("resize-window", "-x", `${width}`, "-y", `${height}`);
    },
    tells,
    ended: async (options) => {
      await until("it ends", () => tells("#{pane_dead}") !== "0", options);
      return Number(tells("#{pane_dead_status}"));
    },
    kill,
  };
}
