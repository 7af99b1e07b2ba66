import * as z from "zod";
import { triggerSchema } from "./candidate.ts";
import { scopes } from "./category.ts";

const memory = z.object({
  summary: z.string().describe("one fact in one sentence, understood without the conversation"),
  detail: z.string().optional().describe("what else is needed; leave out when there is nothing"),
  scope_suggestion: z
    .enum(scopes)
    .optional()
    .describe("user only where the person says it holds in all their projects"),
  source_evidence: z
    .object({
      quote: z.string().describe("words of one new turn, copied letter for letter"),
      entry_id: z.string().optional().describe("label of that turn: T1, T2, ..."),
    })
    .describe("what it rests on"),
});

/** The input of the one tool that a model which reads a session is made to call. Code checks every member for itself. */
export const submitCandidatesSchema = z.object({
  lessons: z
    .array(memory.extend({ triggers: z.array(triggerSchema).optional().describe("when it applies") }))
    .describe("what went wrong or surprised, and what works instead"),
  preferences: z.array(memory).describe("how the person wants the agent to work"),
  decisions: z
    .array(
      memory.extend({
        why: z.string().optional().describe("the reason that was given"),
        alternatives: z.array(z.string()).optional().describe("what was not chosen"),
      }),
    )
    .describe("what was chosen for the project"),
  domain: z.array(memory).describe("facts of the business that the code does not show"),
});
