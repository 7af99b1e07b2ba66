import type { ModelUsage } from "@holdfast/schema";
import * as z from "zod";

const count = z
  .number()
  .nonnegative()
  .nullish()
  .transform((value) => Math.trunc(value ?? 0))
  .catch(0);

/** Tokens as the Messages API counts them: `input_tokens` without those of the cache. Servers that count nothing say 0. */
export const tokensSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});
export type MessageTokens = z.infer<typeof tokensSchema>;

/** What a call used, in our words. */
export function usageOf(tokens: MessageTokens, cost_usd: number | undefined): ModelUsage {
  return {
    input: tokens.input_tokens + tokens.cache_read_input_tokens + tokens.cache_creation_input_tokens,
    output: tokens.output_tokens,
    cache_read: tokens.cache_read_input_tokens,
    cache_write: tokens.cache_creation_input_tokens,
    ...(cost_usd !== undefined && { cost_usd }),
  };
}
