import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { cleanLater, killGroup } from "@holdfast/testkit/terminal";
import type { PiHome } from "./a-pi-home.ts";
import { type PiHost, pathOf } from "./pi-hosts.ts";

/** How Pi ended. `code` is null when a signal ended it. */
export interface PiEnded {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningPi {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<PiEnded>;
  /** What it has written to stderr so far. */
  stderr(): string;
}

/** Starts Pi on pipes, with the home's extension. It is killed, with all that it started, when the file's tests are over. */
export function startPi(host: PiHost, home: PiHome, args: readonly string[]): RunningPi {
  return startBare(host, home, argumentsOf(host, home, args));
}

/** Starts a script with exactly these arguments, in the home's project, by the Node of that Pi. */
export function startBare(
  host: PiHost,
  home: Pick<PiHome, "project" | "env">,
  argv: readonly string[],
): RunningPi {
  const child = spawn(host.node, argv, {
    cwd: home.project,
    env: { ...home.env, PATH: pathOf(host) },
    detached: true,
  });
  cleanLater(() => killGroup(child));
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.on("error", () => {}); // it may end without reading
  const stderr = () => Buffer.concat(err).toString();
  const ended = new Promise<PiEnded>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout: Buffer.concat(out).toString(), stderr: stderr() }));
  });
  return { child, ended, stderr };
}

/** The command line of Pi with the home's extension, and only that one. */
export function argumentsOf({ cli }: PiHost, { extension }: PiHome, args: readonly string[]): string[] {
  return [cli, "--no-extensions", ...(extension === undefined ? [] : ["-e", extension]), ...args];
}
