import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PiHome } from "./a-pi-home.ts";
import { cleanLater, killGroup, tmux } from "./left-over.ts";
import { type PiHost, pathOf } from "./pi-hosts.ts";
import { argumentsOf } from "./start-pi.ts";

interface Wait {
  /** Milliseconds; 40 seconds unless given, for machines that are busy. */
  readonly within?: number;
}

/** Pi on a terminal that a test types on and looks at. */
export interface PiTui {
  /** What is on the screen, a line for each row, without the blanks at their ends. */
  screen(): string;
  /** The screen as soon as it shows the text. Rejects, with the screen, if it does not within `within` milliseconds. */
  shows(text: string | RegExp, options?: Wait): Promise<string>;
  /** The screen as soon as it does not show the text. */
  hides(text: string | RegExp, options?: Wait): Promise<string>;
  /** Types text. What Pi offers to complete opens, and then takes the next Enter. */
  type(text: string): void;
  /** Presses keys by tmux's names: `Enter`, `Escape`, `Down`, `C-c`, `BSpace`, `Tab`. */
  press(...keys: string[]): void;
  /** Pastes a line and sends it: to a paste, Pi offers nothing to complete. */
  submit(line: string): void;
  resize(columns: number, rows: number): void;
  /** Pi's exit code, as soon as it has ended by itself. */
  ended(options?: Wait): Promise<number>;
  /** Kills Pi and its terminal at once. */
  kill(): void;
}

let terminals = 0;

/** Starts Pi on a terminal of its own (tmux on a private socket) and waits until its editor is there. */
export async function startTui(
  host: PiHost,
  home: PiHome,
  args: readonly string[] = [],
  { columns = 100, rows = 36, within = 60_000 } = {},
): Promise<PiTui> {
  const socket = join(home.home, `tmux-${terminals++}`);
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
      ...[";", "set-option", "-g", "remain-on-exit", "on"], // the last screen of a Pi that ended says why
      ...[";", "set-option", "-g", "status", "off"],
      ...[";", "set-option", "-s", "escape-time", "0"],
      ...[";", "set-option", "-s", "extended-keys", "on"],
      ...[";", "new-session", "-d", "-x", `${columns}`, "-y", `${rows}`, "-c", home.project],
      ...["--", host.node, ...argumentsOf(host, home, args)],
    ],
    { ...home.env, PATH: pathOf(host), TERM: "xterm-256color" },
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
      throw new Error(`${host.name}: not within ${within} ms: ${what}\n${screen()}`);
    }
    return screen();
  };
  const type = (text: string) => {
    run("send-keys", "-l", "--", text);
  };
  const press = (...keys: string[]) => {
    run("send-keys", ...keys);
  };
  const state = () => (run("display-message", "-p", "#{pane_dead} #{pane_dead_status}") ?? "1").split(" ");

  await until("starts", () => shown(/^─{9,}/m), { within });
  return {
    screen,
    shows: (text, options) => until(`shows ${text}`, () => shown(text), options),
    hides: (text, options) => until(`hides ${text}`, () => !shown(text), options),
    type,
    press,
    submit: (line) => {
      run("set-buffer", "--", line, ";", "paste-buffer", "-p", "-d", ";", "send-keys", "Enter");
    },
    resize: (width, height) => {
      run("resize-window", "-x", `${width}`, "-y", `${height}`);
    },
    ended: async (options) => {
      await until("Pi ends", () => state()[0] === "1", options);
      return Number(state()[1]);
    },
    kill,
  };
}
