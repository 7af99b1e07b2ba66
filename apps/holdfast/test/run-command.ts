import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  ContextBlock,
  DeadLetterRow,
  Dropped,
  ErrorAnswer,
  ForgottenIds,
  Inspection,
  Recalled,
  RecordRow,
  Recovered,
  RunReport,
  SessionRow,
  StagedRow,
  StageResult,
  Status,
  Trace,
  Undone,
} from "@holdfast/schema";
import { afterAll } from "vitest";

/** The command as it is installed. */
export const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** How a command ended. `code` is null when a signal ended it. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What each command answers with `--json`, by the word it is called with. */
interface Answers {
  readonly stage: StageResult;
  readonly remember: RunReport;
  readonly save: RunReport;
  readonly reconcile: RunReport;
  readonly consolidate: RunReport;
  readonly recover: Recovered;
  readonly sessions: SessionRow[];
  readonly context: ContextBlock;
  readonly staging: StagedRow[];
  readonly deadletter: DeadLetterRow[];
  readonly list: RecordRow[];
  readonly show: RecordRow & Trace;
  readonly runs: RunReport[];
  readonly status: Status;
  readonly recall: Recalled[];
  readonly archive: RecordRow;
  readonly restore: RecordRow;
  readonly undo: Undone;
  readonly drop: Dropped;
  readonly forget: ForgottenIds;
  readonly doctor: Inspection;
  readonly demo: { readonly dir: string; readonly user_dir: string; readonly run: RunReport };
}
type AnswerTo<Args extends readonly string[]> = Args extends readonly [
  infer Name extends keyof Answers,
  ...string[],
]
  ? Answers[Name]
  : unknown;

/** How a command with `--json` ended. The type says what it should answer; that it does is for the test to see. */
export interface Told<Answer> {
  readonly code: number | null;
  readonly value: Answer & Partial<ErrorAnswer>;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string };
  /** What the command reads; nothing, and the end, unless given. */
  readonly stdin?: string | Uint8Array;
  /** Runs it as another user; only root can. */
  readonly uid?: number;
  /** More may come on stdin, but never does. */
  readonly keepStdinOpen?: boolean;
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** A person with an empty home folder and a project in it. */
export interface Person {
  readonly home: string;
  readonly project: string;
  /** The project's memory. */
  readonly dir: string;
  /** Runs the command to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Runs the command with `--json` and parses its stdout, which must be one JSON value whatever the exit code. */
  json<const Args extends readonly string[]>(args: Args, options?: RunOptions): Promise<Told<AnswerTo<Args>>>;
  start(args: readonly string[], options?: RunOptions): Running;
}

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

/** A new person. Everything is removed when the file's tests are over. */
export function aPerson(): Person {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-test-")));
  const project = join(home, "shop");
  mkdirSync(join(project, ".git"), { recursive: true });
  homes.push(home);
  const start = (args: readonly string[], options: RunOptions = {}) =>
    startProcess(process.execPath, [main, ...args], {
      cwd: options.cwd ?? project,
      env: { ...bareEnvironment(home), ...options.env },
      stdin: options.keepStdinOpen ? undefined : (options.stdin ?? ""),
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    });
  const run = (args: readonly string[], options?: RunOptions) => start(args, options).ended;
  return {
    home,
    project,
    dir: join(project, ".holdfast"),
    run,
    start,
    json: async (args, options) => {
      const { code, stdout, stderr } = await run([...args, "--json"], options);
      return { code, value: JSON.parse(stdout), stderr };
    },
  };
}

/** Only what a process needs: no settings, keys or folders of whoever runs the tests. */
export function bareEnvironment(home: string): { [name: string]: string } {
  return { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: home, LANG: "C.UTF-8" };
}

export function startProcess(
  command: string,
  args: readonly string[],
  {
    cwd,
    env,
    stdin,
    ...user
  }: {
    cwd: string;
    env: { [name: string]: string };
    stdin: string | Uint8Array | undefined;
    uid?: number;
    gid?: number;
  },
): Running {
  const child = spawn(command, [...args], { cwd, env, stdio: "pipe", ...user });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.on("error", () => {}); // it may end without reading
  if (stdin !== undefined) child.stdin.end(stdin);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
  return { child, ended };
}

/** A proposal of lessons, as JSON. */
export function lessons(...summaries: readonly string[]): string {
  return JSON.stringify({ lessons: summaries.map((summary) => ({ summary })) });
}
