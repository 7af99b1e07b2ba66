import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts a TypeScript file as a process of its own, and gives it with the promise of its first line of JSON. */
export function startChild(
  file: string,
  args: readonly string[],
  options: { uid?: number; gid?: number; cwd?: string } = {},
): { child: ChildProcess; said: Promise<Record<string, unknown>> } {
  const node = ["--conditions=@holdfast/source", "--import", tsx, file, ...args];
  const child = spawn(process.execPath, node, { stdio: ["pipe", "pipe", "pipe"], ...options });
  const said = firstLine(child);
  said.catch(() => undefined); // a child that is killed before it speaks is no failure, unless someone waits for it
  return { child, said };
}

const tsx = import.meta.resolve("tsx");

export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function firstLine(child: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    let out = "";
    let trouble = "";
    child.stderr?.on("data", (bytes) => {
      trouble += bytes;
    });
    child.stdout?.on("data", (bytes) => {
      out += bytes;
      const end = out.indexOf("\n");
      if (end >= 0) resolve(JSON.parse(out.slice(0, end)));
    });
    child.on("exit", (code) => reject(Object.assign(new TypeError(`exit ${code}: ${trouble}`), { code })));
  });
}

/** Resolves when the process is gone. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once("exit", () => done()));
}
