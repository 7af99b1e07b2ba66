import { cutTranscript, readSession } from "@holdfast/extraction";
import { HoldfastError, type Transcript } from "@holdfast/schema";
import type { World } from "../world.ts";
import type { SessionSource } from "./session-source.ts";

/** The transcript of a session. Throws `no_transcript` or `transcript_unreadable`. */
export async function openSession({ disk }: World, source: SessionSource): Promise<Transcript> {
  if (source.kind === "given") return cutTranscript(source.transcript);
  const { path, agent } = source;
  if ((await disk.stat(path))?.kind === "folder") {
    throw new HoldfastError("no_transcript", `${path} is a folder, not a session.`, {
      hint: "Give one session file of it. Nothing was changed.",
    });
  }
  const bytes = await disk.read(path);
  if (bytes !== undefined) return readSession(bytes, path, agent);
  throw new HoldfastError("no_transcript", `There is no file ${path}.`, {
    hint: "Give the path of a session, or none to take the newest session of this project. Nothing was changed.",
  });
}
