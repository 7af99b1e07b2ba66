import { cutTranscript, readSession } from "@holdfast/extraction";
import { redact, type Transcript } from "@holdfast/schema";
import type { World } from "../world.ts";
import { readSessionFile } from "./agents-disk.ts";
import type { SessionSource } from "./session-source.ts";

/** The transcript of a session; no secret in its id or its path is passed on. Throws `no_transcript` or `transcript_unreadable`. */
export async function openSession(world: World, source: SessionSource): Promise<Transcript> {
  const transcript =
    source.kind === "given"
      ? cutTranscript(source.transcript)
      : readSession(await readSessionFile(world, source.path), source.path, source.agent);
  const { session_id, origin } = transcript;
  return { ...transcript, session_id: redact(session_id).text, origin: redact(origin).text };
}
