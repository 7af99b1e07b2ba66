import type { Disk } from "@holdfast/schema";
import { appendLinesDurably } from "../disk/append-lines.ts";
import { completeLines, jsonOf } from "../disk/lines.ts";

/** A turn of a transcript that was read: by its content, in which session, and when. */
export interface TurnRead {
  readonly key: string;
  readonly session_id: string;
  readonly at: string;
}

/** The turns that were read, oldest first. What was cut off or is no such line is passed over: those turns are read again. */
export function readTurns(bytes: Uint8Array): TurnRead[] {
  return completeLines(bytes)
    .lines.map(({ bytes }) => jsonOf(bytes))
    .filter(isTurnRead);
}

/** Remembers turns as read, durable when it returns. Dying on the way remembers some: the others are read again. */
export async function appendTurns(disk: Disk, path: string, turns: readonly TurnRead[]): Promise<void> {
  const lines = turns.map(({ key, session_id, at }) => ({ key, session_id, at }));
  await appendLinesDurably(disk, path, lines);
}

function isTurnRead(value: unknown): value is TurnRead {
  if (typeof value !== "object" || value === null) return false;
  const { key, session_id, at } = value as { [name in keyof TurnRead]?: unknown };
  return typeof key === "string" && typeof session_id === "string" && typeof at === "string";
}
