import { z } from "zod";
import { instantSchema } from "./candidate.ts";

/** One turn of a conversation between a person and an agent, without the host's own noise. */
export const turnSchema = z.object({
  /** The host's id of the entry. */
  id: z.string(),
  role: z.enum(["user", "assistant", "tool"]),
  text: z.string(),
  at: instantSchema.optional(),
  /** For `tool`: which tool answered, and whether it failed. */
  tool: z.string().optional(),
  failed: z.boolean().optional(),
});
export type Turn = z.infer<typeof turnSchema>;

/** A session read from a coding agent's own files, or handed over by a host. */
export const transcriptSchema = z.object({
  session_id: z.string().min(1),
  /** Where it was read from: a path, or the host's word. */
  origin: z.string(),
  agent: z.string(),
  project_root: z.string().optional(),
  started_at: instantSchema.optional(),
  turns: z.array(turnSchema),
  /** Lines that could not be used, each with its number and why. */
  warnings: z.array(z.string()),
});
export type Transcript = z.infer<typeof transcriptSchema>;
