import type { PiAuth, PiComplete, PiModel, PiModels } from "./pi-models.ts";

/** The two ways to ask a model of Pi's: through its registry, or with pi-ai's `complete` and a credential of the registry's. */
export interface WaysToAsk {
  readonly registry: PiModels;
  readonly complete: PiComplete | undefined;
}

/** False where Pi offers neither way. */
export function canAsk({ registry, complete }: WaysToAsk): boolean {
  return (
    registry.complete !== undefined || (registry.getApiKeyAndHeaders !== undefined && complete !== undefined)
  );
}

export const noWayToAsk = "This version of Pi does not let extensions ask its models.";

/** What proves to a provider who asks, or why there is nothing. Empty where Pi's registry asks, which finds it by itself. */
export async function credentialFor({ registry, complete }: WaysToAsk, model: PiModel): Promise<PiAuth> {
  if (registry.complete !== undefined) return { ok: true };
  if (registry.getApiKeyAndHeaders === undefined || complete === undefined)
    return { ok: false, error: noWayToAsk };
  try {
    return await registry.getApiKeyAndHeaders(model);
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** The part of a call's options that holds the credential. What is left out is left to Pi. */
export function credentialIn({ apiKey, headers, env }: PiAuth & { ok: true }) {
  return {
    ...(apiKey !== undefined && { apiKey }),
    ...(headers !== undefined && { headers: headers as { [name: string]: string } }), // null only where it is allowed
    ...(env !== undefined && { env }),
  };
}

/** The model where the credential is good. */
export function modelFor({ baseUrl }: PiAuth & { ok: true }, model: PiModel): PiModel {
  return baseUrl === undefined ? model : { ...model, baseUrl };
}

/** A text without the keys that Pi has told us of, whatever they look like. */
export function withoutKeys(text: string, model: PiModel, auth: PiAuth): string {
  const ofCall = auth.ok ? [auth.apiKey ?? "", ...keysIn(auth.headers), ...keysIn(auth.env)] : [];
  return [...ofCall, ...keysIn(model.headers)]
    .filter((key) => key.length >= shortestKey)
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, key) => clean.replaceAll(key, "[redacted]"), text);
}

/** What is shorter is a word that a local server takes for a key. */
const shortestKey = 6;

function keysIn(values: { readonly [name: string]: string | null } | undefined): string[] {
  return Object.entries(values ?? {})
    .filter(([name]) => /auth|key|token|secret|cookie/i.test(name))
    .flatMap(([, value]) => [value ?? "", ...(value ?? "").split(/\s+/u)]); // "Bearer" stands before one
}
