import { type ModelRegistry, redact, type StructuredModel } from "@holdfast/schema";

/** What a model is wanted for. */
export type ModelRole = "reconciliation" | "extraction";

/** The id of the embedded rules, which need no model. */
export const localRules = "local/rules";

/** The model of each role where a person chose none. */
export const pinnedModels: { readonly [role in ModelRole]: string } = {
  reconciliation: "anthropic/claude-sonnet-5-5",
  extraction: "anthropic/claude-sonnet-5-5",
};

/** Which model a role might have, by who says so. */
export interface ModelWishes {
  readonly role: ModelRole;
  /** What the caller asked for: an id, or a model of its own. */
  readonly explicit?: string | StructuredModel | undefined;
  /** What the environment names. */
  readonly configured?: string | undefined;
  /** The model that the host's session talks to. */
  readonly session?: string | undefined;
  readonly registry: ModelRegistry;
}

/** Which model a role has, and how it came to it. */
export interface ModelResolution {
  /** Undefined when the embedded rules decide. */
  readonly model: StructuredModel | undefined;
  readonly id: string;
  readonly how: "explicit" | "configured" | "pinned" | "session" | "rules";
  /** Each refusal that a person should see: what was asked for, why it was refused, what is used instead. */
  readonly warnings: string[];
  /** One quiet line for the log, always: what is used and why. */
  readonly note: string;
}

interface Wish {
  readonly how: Exclude<ModelResolution["how"], "rules">;
  readonly id: string;
}

interface Refusal extends Wish {
  readonly reason: "malformed" | "unknown" | "no_auth";
  readonly advice: string | undefined;
}

/**
 * Finds the model for a role: what was asked for, what the environment names, the pinned default, the session's model, else the
 * embedded rules. A step that can't be used falls through with a warning; nothing is ever asked over the network. `local/rules`, asked
 * for by name, is a choice like any other.
 *
 * That the pinned default has no credential is no warning while nobody asked for a model: it is how most hosts start, and the
 * note says it.
 */
export function resolveModel(wishes: ModelWishes): ModelResolution {
  const { explicit, registry, role } = wishes;
  if (typeof explicit === "object") return settled(wishes, "explicit", explicit.id, explicit, []);
  const refusals: Refusal[] = [];
  for (const wish of wishesOf(wishes)) {
    if (wish.id === localRules) return settled(wishes, wish.how, localRules, undefined, refusals);
    if (refusals.some(({ id }) => id === wish.id)) continue;
    const tried = tryOut(wish, registry);
    if ("model" in tried) return settled(wishes, wish.how, wish.id, tried.model, refusals);
    refusals.push(tried.refusal);
  }
  return settled({ role }, "rules", localRules, undefined, refusals);
}

function wishesOf({ role, explicit, configured, session }: ModelWishes): Wish[] {
  const all = { explicit, configured, pinned: pinnedModels[role], session };
  return (["explicit", "configured", "pinned", "session"] as const).flatMap((how) => {
    const id = all[how];
    return typeof id === "string" ? [{ how, id: id.trim() }] : [];
  });
}

function tryOut(wish: Wish, registry: ModelRegistry): { model: StructuredModel } | { refusal: Refusal } {
  const refuse = (reason: Refusal["reason"], advice?: string) => ({ refusal: { ...wish, reason, advice } });
  if (!/^[^\s/]+\/\S+$/.test(wish.id)) return refuse("malformed");
  const known = registry.find(wish.id);
  if (known === undefined) return refuse("unknown");
  if (!registry.hasConfiguredAuth(known)) return refuse("no_auth", known.advice);
  return { model: registry.open(known) };
}

function settled(
  { role }: { role: ModelRole },
  how: ModelResolution["how"],
  id: string,
  model: StructuredModel | undefined,
  refusals: readonly Refusal[],
): ModelResolution {
  const quiet = refusals.filter((refusal) => isExpected(refusal, refusals));
  const loud = refusals.filter((refusal) => !quiet.includes(refusal));
  return {
    model,
    id,
    how,
    warnings: loud.map((refusal) => `${told(refusal, role)} Using ${id} instead.`),
    note: [`The model for ${role} is ${id} (${reasons[how]}).`, ...quiet.map((one) => told(one, role))].join(
      " ",
    ),
  };
}

/** A default without a credential, where nobody asked for a model. */
function isExpected(refusal: Refusal, all: readonly Refusal[]): boolean {
  const asked = all.some(({ how }) => how === "explicit" || how === "configured");
  return refusal.how === "pinned" && refusal.reason === "no_auth" && !asked;
}

const reasons: { readonly [how in ModelResolution["how"]]: string } = {
  explicit: "as asked for",
  configured: "as the environment says",
  pinned: "the default",
  session: "the session's model",
  rules: "no model can be used",
};

function told({ how, id, reason, advice }: Refusal, role: ModelRole): string {
  const name = redact(JSON.stringify(id.slice(0, 100))).text;
  const who = {
    explicit: `The model that was asked for, ${name},`,
    configured: `The model that PERSISTENT_MEMORY_${role.toUpperCase()}_MODEL names, ${name},`,
    pinned: `The default model, ${name},`,
    session: `The session's model, ${name},`,
  }[how];
  const why = {
    malformed: "is not of the form provider/model.",
    unknown: "is not known here.",
    no_auth: "has no credential.",
  }[reason];
  return [who, why, ...(advice === undefined ? [] : [advice])].join(" ");
}
