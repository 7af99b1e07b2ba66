import { type Disk, HoldfastError, isHoldfastError } from "@holdfast/schema";
import type { World } from "../world.ts";

/**
 * The disk as agents use it: their folders are not ours, so links in them are followed, and what can't be read is told and passed over: one
 * agent's trouble must not keep the sessions of the others from being found.
 */
export function agentsDisk({ disk, realPath }: World, warn: (message: string) => void): Disk {
  const orElse = async <T>(path: string, otherwise: T, read: (real: string) => Promise<T>): Promise<T> => {
    try {
      return await read(await realPath(path));
    } catch (error) {
      if (!isHoldfastError(error)) throw error;
      warn(`${error.message} It is passed over.`);
      return otherwise;
    }
  };
  return {
    ...disk,
    list: async (folder) => {
      const kind = await orElse(folder, undefined, async (real) => (await disk.stat(real))?.kind);
      return kind === "folder" ? orElse(folder, [], (real) => disk.list(real)) : [];
    },
    stat: (path) => orElse(path, undefined, (real) => disk.stat(real)),
    read: (path) => orElse(path, undefined, (real) => disk.read(real)),
    readFrom: (path, offset, length) =>
      orElse(path, undefined, (real) => disk.readFrom(real, offset, length)),
  };
}

/** Larger files are no sessions, or none that can be read at once. In bytes. */
const largestSession = 1_000_000_000;

/** The bytes of a session. Throws `no_transcript` or `transcript_unreadable`, with what can be done about it. */
export async function readSessionFile({ disk, realPath }: World, path: string): Promise<Uint8Array> {
  const real = await realPath(path);
  const stat = await orUnreadable(path, () => disk.stat(real));
  if (stat?.kind === "folder") {
    throw new HoldfastError("no_transcript", `${path} is a folder, not a session.`, {
      hint: "Give one session file of it. Nothing was changed.",
    });
  }
  if (stat !== undefined && stat.size > largestSession) {
    const size = `${(stat.size / 1e9).toFixed(1)} GB`;
    throw new HoldfastError(
      "transcript_unreadable",
      `${path} has ${size}, more than a session that can be read.`,
      {
        hint: "Give a smaller file. Nothing was read.",
      },
    );
  }
  const bytes = await orUnreadable(path, () => disk.read(real));
  if (bytes !== undefined) return bytes;
  throw new HoldfastError("no_transcript", `There is no file ${path}.`, {
    hint: "Give the path of a session, or none to take the newest session of this project. Nothing was changed.",
  });
}

async function orUnreadable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!isHoldfastError(cause)) throw cause;
    throw new HoldfastError("transcript_unreadable", cause.message, {
      hint: `Make ${path} readable for you, or give another session. Nothing was changed.`,
      cause,
    });
  }
}
