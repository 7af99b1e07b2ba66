import { HoldfastError, type RecordRow, runId, type Scope } from "@holdfast/schema";
import { findRecord, type InScope } from "./find-id.ts";
import { inWritersPlace } from "./in-writers-place.ts";
import type { World } from "./world.ts";

/**
 * Takes a record out of what is current; what it superseded is current again. Only the `status` line of its file changes.
 * Throws `not_a_head` for a superseded one, `not_found`, `ambiguous_id` or `writer_busy`. Doing it twice is a no-op.
 */
export async function archive(world: World, id: string, { scope }: InScope = {}): Promise<RecordRow> {
  return flip(world, id, "archived", scope);
}

/** Undoes {@link archive}. */
export async function restore(world: World, id: string, { scope }: InScope = {}): Promise<RecordRow> {
  return flip(world, id, "active", scope);
}

async function flip(
  world: World,
  id: string,
  status: "active" | "archived",
  scope: Scope | undefined,
): Promise<RecordRow> {
  const { store, found } = await findRecord(world, id, scope);
  if (status === "archived" && found.superseded_by.length > 0) throw notAHead(found);
  if (status === "active" && found.forgotten !== undefined) {
    throw new HoldfastError("not_found", `${found.id} was forgotten: its text is gone.`, {
      hint: "Remember it anew if it is wanted. Nothing was changed.",
    });
  }
  const command = status === "active" ? "restore" : "archive";
  const run_id = runId(world.now(), world.randomHex());
  await inWritersPlace(store, { command, run_id }, (writer) => writer.flip(found.id, status));
  return (await findRecord(world, found.id, store.scope)).found;
}

/** Archiving what something newer stands on would bring back what it had replaced itself. */
export function notAHead({ id, superseded_by }: RecordRow): HoldfastError {
  const above = superseded_by.join(", ");
  return new HoldfastError("not_a_head", `${id} is superseded: ${above} stands on it.`, {
    hint: `Archive or undo ${above} first. Nothing was changed.`,
  });
}
