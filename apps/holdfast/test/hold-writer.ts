import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bareEnvironment, type Running, startProcess } from "./run-command.ts";

const storage = fileURLToPath(new URL("../../../packages/storage/dist/index.js", import.meta.url));

/** A process that holds the writer's place of a memory folder until it is killed. Resolves once it holds it. */
export async function holdWriter(dir: string): Promise<Running> {
  mkdirSync(dir, { recursive: true });
  const script = `
    import { takeWriterLock } from ${JSON.stringify(storage)};
    await takeWriterLock({
      path: ${JSON.stringify(join(dir, "canonical-writer.lock"))},
      noteFile: ${JSON.stringify(join(dir, "canonical-writer.json"))},
      purpose: { command: "a long run", run_id: "run_20300101T000000_000000" },
      pid: process.pid,
      host: (await import("node:os")).hostname(),
      now: () => new Date("2030-01-01T00:00:00.000Z"),
    });
    console.log("held");
    setInterval(() => {}, 1000);
  `;
  const running = startProcess(process.execPath, ["--input-type=module", "-e", script], {
    cwd: dir,
    env: bareEnvironment(dir),
    stdin: "",
  });
  await new Promise<void>((held, reject) => {
    running.child.stdout?.once("data", () => held());
    void running.ended.then(({ stderr }) => reject(new TypeError(`The holder ended: ${stderr}`)));
  });
  return running;
}
