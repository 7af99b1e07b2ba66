import * as z from "zod";
import { bounds, lengthOf } from "../bounds.ts";
import { triggerTypes } from "../candidate.ts";
import { scopes } from "../category.ts";

const upTo = (most: number) =>
  z
    .string()
    .refine((text) => lengthOf(text) <= most, `has over ${most} characters`)
    .meta({ maxLength: most });
const said = (most: number) =>
  upTo(most)
    .refine((text) => text.trim() !== "", "is blank")
    .meta({ minLength: 1, maxLength: most });

const proposed = {
  summary: said(bounds.summary),
  detail: upTo(bounds.detail).optional(),
  scope_suggestion: z.enum(scopes).optional(),
  source_evidence: z.object({ quote: said(bounds.quote), entry_id: z.string().optional() }).optional(),
};
const trigger = z.object({ type: z.enum(triggerTypes), value: said(bounds.triggerValue) });

/**
 * What a proposer says, in the form to aim at: what is in this form is never refused. `readProposal` reads looser forms too, and
 * one malformed member costs only itself.
 */
export const proposalSchema = z.object({
  lessons: z
    .array(z.object({ ...proposed, triggers: z.array(trigger).max(bounds.triggers).optional() }))
    .optional(),
  preferences: z.array(z.object(proposed)).optional(),
  decisions: z
    .array(
      z.object({
        ...proposed,
        why: upTo(bounds.why).optional(),
        alternatives: z.array(upTo(bounds.alternative)).max(bounds.alternatives).optional(),
      }),
    )
    .optional(),
  domain: z.array(z.object(proposed)).optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;
