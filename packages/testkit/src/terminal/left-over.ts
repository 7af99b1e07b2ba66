import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";

const leftOver: (() => void)[] = [];
let executor: ChildProcess | undefined;

/** Has `clean` run when the file's tests are over, however they ended. The last in is the first out. */
export function cleanLater(clean: () => void): void {
  leftOver.push(clean);
}

/** A temporary folder with all that lives in it goes when the tests are over, even if whoever runs them is killed. */
export function removeLater(folder: string): void {
  executor ??= anExecutor();
  executor.stdin!.write(`${folder}\n`);
  cleanLater(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** A process that outlives this one, reads folders, and when nobody is left to name more, ends their terminals and removes them. */
function anExecutor(): ChildProcess {
  const will = `while read -r folder; do set -- "$@" "$folder"; done
    for folder; do
      for socket in "$folder"/tmux-*; do tmux -S "$socket" kill-server; done
      sleep 1; rm -rf "$folder"
    done`;
  const child = spawn("sh", ["-c", will], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  child.unref();
  return child;
}

/** Cleans up now. */
export function cleanUp(): void {
  for (let clean = leftOver.pop(); clean; clean = leftOver.pop()) clean();
  executor?.kill("SIGKILL"); // nothing is left for it
  executor = undefined;
}

// What measures is no test, and cleans up by itself.
if (process.env.VITEST !== undefined) (await import("vitest")).afterAll(cleanUp);

/** Kills a process that leads a group, and what it started. */
export function killGroup({ pid }: { readonly pid?: number | undefined }): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended already
  }
}

/** Runs tmux on a private socket and gives what it prints; undefined where it fails. */
export function tmux(
  socket: string,
  args: readonly string[],
  env?: { [name: string]: string },
): string | undefined {
  const { status, stdout } = spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8", env });
  return status === 0 ? stdout : undefined;
}
