import type { StoreParts } from "../store-parts.ts";

/** Repairs something while the writer's place is held. Throws `writer_busy`. */
export async function inPlace<T>({ takeLock }: StoreParts, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock({ command: "doctor", run_id: "none" });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
