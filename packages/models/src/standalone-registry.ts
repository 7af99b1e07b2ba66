import type { KnownModel, ModelRegistry, StructuredModel } from "@holdfast/schema";
import { type AnthropicCredential, anthropicModel } from "./anthropic-model.ts";

/** Where Anthropic's own models are. */
export const anthropicUrl = "https://api.anthropic.com";

/** Most tokens one answer may have: thinking counts, and an answer that does not fit is asked for again in halves. */
const maxTokens = { anthropic: 32_000, elsewhere: 8_192 };

/**
 * The registry of a host that has none of its own: `anthropic/...` models, with the credential in `ANTHROPIC_API_KEY` or
 * `ANTHROPIC_AUTH_TOKEN` (the key wins, as in Anthropic's SDK). Where `ANTHROPIC_BASE_URL` points to another server that speaks the
 * Messages API, any model id is known, because only that server can tell. A base URL that is none leaves every model
 * without a credential, rather than sending texts and key to a place that was not meant.
 */
export function standaloneRegistry({
  env,
}: {
  readonly env: { readonly [name: string]: string | undefined };
}): ModelRegistry {
  const baseUrl = env.ANTHROPIC_BASE_URL?.trim() || anthropicUrl;
  const isAnthropic = sameServer(baseUrl, anthropicUrl);
  const credential = credentialIn(env);
  const trouble = troubleWith(baseUrl) ?? (credential === undefined ? missing(isAnthropic) : undefined);

  return {
    find(id: string): KnownModel | undefined {
      const model = /^anthropic\/(\S+)$/.exec(id)?.[1];
      if (model === undefined || (isAnthropic && !model.startsWith("claude-"))) return undefined;
      return trouble === undefined ? { id } : { id, advice: trouble };
    },
    hasConfiguredAuth: () => trouble === undefined,
    open: ({ id }: KnownModel): StructuredModel =>
      anthropicModel({
        model: id.slice("anthropic/".length),
        baseUrl,
        credential: credential ?? { apiKey: "" },
        maxTokens: isAnthropic ? maxTokens.anthropic : maxTokens.elsewhere,
        priced: isAnthropic,
      }),
  };
}

function credentialIn(env: { readonly [name: string]: string | undefined }): AnthropicCredential | undefined {
  const apiKey = env.ANTHROPIC_API_KEY?.trim();
  if (apiKey) return { apiKey };
  const authToken = env.ANTHROPIC_AUTH_TOKEN?.trim();
  return authToken ? { authToken } : undefined;
}

function missing(isAnthropic: boolean): string {
  return isAnthropic
    ? "Set ANTHROPIC_API_KEY to use it."
    : "Set ANTHROPIC_API_KEY to use it; a local server takes any text.";
}

/** Why a base URL can't be used, as advice. It may hold a password, so it is not repeated. */
function troubleWith(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return "ANTHROPIC_BASE_URL is no URL: correct or unset it.";
  const { protocol, username, password } = new URL(baseUrl);
  if (protocol !== "http:" && protocol !== "https:")
    return "ANTHROPIC_BASE_URL must begin with https:// or http://.";
  if (username !== "" || password !== "")
    return "ANTHROPIC_BASE_URL must not hold a name or password: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN.";
  return undefined;
}

function sameServer(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
}
