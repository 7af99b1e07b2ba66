import * as z from "zod";

/** What the writer's place is taken for. */
export const writerPurposeSchema = z.object({ command: z.string(), run_id: z.string() });
export type WriterPurpose = z.infer<typeof writerPurposeSchema>;

/** Who holds the writer's place. Best effort: believed only while `pid` lives on this host. */
export const writerNoteSchema = writerPurposeSchema.extend({
  pid: z.int().positive(),
  host: z.string(),
  since: z.string(),
});
export type WriterNote = z.infer<typeof writerNoteSchema>;
