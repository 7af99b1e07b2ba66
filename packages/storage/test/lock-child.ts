// A process of its own for the lock tests: `lock-child.ts <hold|try> <folder> [retryMs]`. Says one JSON line on stdout.
import { join } from "node:path";
import { isHoldfastError } from "@holdfast/schema";
import { takeWriterLock } from "../src/lock/take-writer-lock.ts";

const [mode, folder = "", retryMs = "500"] = process.argv.slice(2);
const started = performance.now();
try {
  const lock = await takeWriterLock({
    path: join(folder, "canonical-writer.lock"),
    noteFile: join(folder, "canonical-writer.json"),
    purpose: { command: "reconcile", run_id: "run_child" },
    pid: process.pid,
    host: "here",
    now: () => new Date(),
    retryMs: Number(retryMs),
  });
  say({ kind: "held" });
  if (mode === "hold") await new Promise((done) => process.stdin.on("data", done));
  await lock.release();
  process.exit(0);
} catch (error) {
  if (!isHoldfastError(error)) throw error;
  say({ kind: "refused", code: error.code, message: error.message, hint: error.hint });
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify({ ...line, pid: process.pid, ms: performance.now() - started })}\n`);
}
