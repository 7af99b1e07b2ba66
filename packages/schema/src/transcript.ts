import * as z from "zod";
import { instantSchema } from "./candidate.ts";

/** The coding agents whose own session files are read; `plain` is any other, as lines of `{role, text}`. */
export const agents = ["pi", "claude", "codex", "gemini", "plain"] as const;
export const agentSchema = z.enum(agents);
export type Agent = z.infer<typeof agentSchema>;

/** A call of a tool: which, and the telling part of what it was given (a command, a path, a pattern), bounded. */
export const toolCallSchema = z.object({ tool: z.string(), input: z.string() });
export type ToolCall = z.infer<typeof toolCallSchema>;

/** One turn of a conversation between a person and an agent, without the host's own noise. */
export const turnSchema = z.object({
  /** The agent's id of the entry, or one made from its place: stable however often the file is read. */
  id: z.string(),
  role: z.enum(["user", "assistant", "tool"]),
  text: z.string(),
  at: instantSchema.optional(),
  /** For `assistant`: the tools it called. */
  calls: z.array(toolCallSchema).optional(),
  /** For `tool`: which tool answered, what it had been given, and whether it failed. */
  tool: z.string().optional(),
  input: z.string().optional(),
  failed: z.boolean().optional(),
  /** For `tool`: true when the text is what stands in a file. */
  shows_file: z.boolean().optional(),
  /** How many characters were left out of the middle of `text`. */
  shortened: z.int().optional(),
});
export type Turn = z.infer<typeof turnSchema>;

/** Entries that were not read, and why: `entries of sub-agents`, `results of memory tools`. */
export const leftOutSchema = z.object({ what: z.string(), count: z.int() });
export type LeftOut = z.infer<typeof leftOutSchema>;

/** A session read from a coding agent's own files, or handed over by a host. */
export const transcriptSchema = z.object({
  session_id: z.string().min(1),
  /** Where it was read from: a path, or the host's word. */
  origin: z.string(),
  /** One of {@link agents}, or a host's own name. */
  agent: z.string(),
  project_root: z.string().optional(),
  started_at: instantSchema.optional(),
  turns: z.array(turnSchema),
  /** What was cut out before anyone looked. */
  left_out: z.array(leftOutSchema).optional(),
  /** True where a fork of the session gets new times: a turn is then known by its words alone. */
  restamped: z.boolean().optional(),
  /** Lines that could not be used, each with its number and why. */
  warnings: z.array(z.string()),
});
export type Transcript = z.infer<typeof transcriptSchema>;
