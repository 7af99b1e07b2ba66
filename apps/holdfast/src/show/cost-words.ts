import type { Tokens } from "@holdfast/schema";

export interface Cost {
  readonly model_calls: number;
  readonly tokens: Tokens;
  /** US dollars; undefined where the price is not known. */
  readonly cost_usd?: number | undefined;
}

/** What model calls took: `2 model calls, 1,234 tokens, $0.0123`. Empty without any. */
export function costWords({ model_calls, tokens, cost_usd }: Cost): string[] {
  if (model_calls === 0) return [];
  const calls = `${model_calls} model ${model_calls === 1 ? "call" : "calls"}`;
  const words = [calls, `${(tokens.input + tokens.output).toLocaleString("en-US")} tokens`];
  if (cost_usd !== undefined) words.push(`$${cost_usd.toFixed(4)}`);
  return words;
}
