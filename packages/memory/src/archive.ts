import { HoldfastError, type RecordRow, runId } from "@holdfast/schema";
import { findRecord } from "./find-id.ts";
import type { World } from "./world.ts";

/**
 * Takes a record out of what is current; what it superseded is current again. Only the `status` line of its file changes.
 * Throws `not_found`, `ambiguous_id` or `writer_busy`. Doing it twice is a no-op.
 */
export async function archive(world: World, id: string): Promise<RecordRow> {
  return flip(world, id, "archived");
}

/** Undoes {@link archive}. */
export async function restore(world: World, id: string): Promise<RecordRow> {
  return flip(world, id, "active");
}

async function flip(world: World, id: string, status: "active" | "archived"): Promise<RecordRow> {
  const { store, found } = await findRecord(world, id);
  if (status === "active" && found.forgotten !== undefined) {
    throw new HoldfastError("not_found", `${found.id} was forgotten: its text is gone.`, {
      hint: "Remember it anew if it is wanted. Nothing was changed.",
    });
  }
  const command = status === "active" ? "restore" : "archive";
  const writer = await store.hold({ command, run_id: runId(world.now(), world.randomHex()) });
  try {
    await writer.flip(found.id, status);
  } finally {
    await writer.release();
  }
  return (await findRecord(world, found.id)).found;
}
