import type { MessageTokens } from "./usage-of.ts";

/** Where the prices are from, and when they held. */
export const priceSource = {
  url: "https://platform.claude.com/docs/en/about-claude/pricing",
  asOf: "2026-10-24",
} as const;

/** US dollars a million tokens. `cacheWrite` is that of the five minutes we ask for. */
interface Price {
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
  /** Longer prompts have another price, which we do not know. */
  readonly upToTokens?: number;
}

const price = (
  input: number,
  cacheWrite: number,
  cacheRead: number,
  output: number,
  upToTokens?: number,
): Price => ({ input, cacheWrite, cacheRead, output, ...(upToTokens !== undefined && { upToTokens }) });

const opus = price(5, 6.25, 0.5, 25);
const sonnet = price(3, 3.75, 0.3, 15);

const prices = new Map<string, Price>([
  ["claude-fable-5-1", price(10, 12.5, 0.25, 50)],
  ["claude-opus-5-5", price(4, 5, 0.2, 20)],
  ["claude-opus-5", opus],
  ["claude-opus-4-8", opus],
  ["claude-opus-4-7", opus],
  ["claude-opus-4-6", opus],
  ["claude-opus-4-5", opus],
  ["claude-sonnet-5-5", price(2, 2.5, 0.1, 10)],
  ["claude-sonnet-5", price(2, 2.5, 0.2, 10)],
  ["claude-sonnet-4-6", sonnet],
  ["claude-sonnet-4-5", sonnet],
  ["claude-haiku-5-5", price(0.1, 0.125, 0.01, 0.5, 100_000)],
  ["claude-haiku-4-5", price(1, 1.25, 0.1, 5)],
]);

/**
 * What a call cost at Anthropic's list price, in US dollars; undefined for a model that is not on our list. A dated id
 * (`claude-haiku-4-5-20251001`) has the price of its model.
 */
export function costOf(model: string, tokens: MessageTokens): number | undefined {
  const known = prices.get(model.replace(/-\d{8}$/, ""));
  const read = tokens.input_tokens + tokens.cache_read_input_tokens + tokens.cache_creation_input_tokens;
  if (known === undefined || read > (known.upToTokens ?? Number.POSITIVE_INFINITY)) return undefined;
  const micros =
    tokens.input_tokens * known.input +
    tokens.cache_creation_input_tokens * known.cacheWrite +
    tokens.cache_read_input_tokens * known.cacheRead +
    tokens.output_tokens * known.output;
  return micros / 1_000_000;
}
