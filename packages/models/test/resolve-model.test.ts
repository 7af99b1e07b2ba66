import type { KnownModel, ModelRegistry } from "@holdfast/schema";
import { scriptedModel } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { localRules, type ModelWishes, pinnedModels, resolveModel } from "../src/index.ts";

const pinned = pinnedModels.reconciliation;

/** A registry that knows `known`, of which only `open` may be asked. */
function registryOf(known: readonly string[], open: readonly string[]): ModelRegistry {
  return {
    find: (id) => (known.includes(id) ? { id, advice: `Set the key for ${id}.` } : undefined),
    hasConfiguredAuth: ({ id }: KnownModel) => open.includes(id),
    open: ({ id }: KnownModel) => scriptedModel([], { id }),
  };
}

const all = [pinned, "a/explicit", "b/configured", "c/session"];
const every = { explicit: "a/explicit", configured: "b/configured", session: "c/session" };

const table: {
  readonly when: string;
  readonly wishes: Partial<ModelWishes>;
  readonly open?: readonly string[];
  readonly known?: readonly string[];
  readonly id: string;
  readonly how: string;
  readonly warnings?: readonly string[];
}[] = [
  { when: "everything can be used", wishes: every, id: "a/explicit", how: "explicit" },
  {
    when: "nothing is asked for",
    wishes: { ...every, explicit: undefined },
    id: "b/configured",
    how: "configured",
  },
  { when: "nothing is set either", wishes: { session: "c/session" }, id: pinned, how: "pinned" },
  {
    when: "the default has no credential and the session has a model",
    wishes: { session: "c/session" },
    open: ["c/session"],
    id: "c/session",
    how: "session",
  },
  { when: "there is no credential at all", wishes: {}, open: [], id: localRules, how: "rules" },
  {
    when: "what was asked for has no credential",
    wishes: every,
    open: ["b/configured"],
    id: "b/configured",
    how: "configured",
    warnings: [
      'The model that was asked for, "a/explicit", has no credential. Set the key for a/explicit. Using b/configured instead.',
    ],
  },
  {
    when: "the environment names an unknown model",
    wishes: { configured: "x/unknown" },
    id: pinned,
    how: "pinned",
    warnings: [
      'The model that PERSISTENT_MEMORY_RECONCILIATION_MODEL names, "x/unknown", is not known here. Using anthropic/claude-sonnet-5-5 instead.',
    ],
  },
  {
    when: "what was asked for is no id",
    wishes: { explicit: "sonnet" },
    id: pinned,
    how: "pinned",
    warnings: [
      'The model that was asked for, "sonnet", is not of the form provider/model. Using anthropic/claude-sonnet-5-5 instead.',
    ],
  },
  {
    when: "a model was asked for and none can be used, so the default is told as well",
    wishes: { explicit: "x/unknown" },
    open: [],
    id: localRules,
    how: "rules",
    warnings: [
      'The model that was asked for, "x/unknown", is not known here. Using local/rules instead.',
      'The default model, "anthropic/claude-sonnet-5-5", has no credential. Set the key for anthropic/claude-sonnet-5-5. Using local/rules instead.',
    ],
  },
  {
    when: "the registry does not know the default",
    wishes: { session: "c/session" },
    known: ["c/session"],
    id: "c/session",
    how: "session",
    warnings: [
      'The default model, "anthropic/claude-sonnet-5-5", is not known here. Using c/session instead.',
    ],
  },
  {
    when: "the session's model has no credential",
    wishes: { session: "c/session" },
    open: [],
    id: localRules,
    how: "rules",
    warnings: [
      'The session\'s model, "c/session", has no credential. Set the key for c/session. Using local/rules instead.',
    ],
  },
  {
    when: "the same model is refused on two grounds, it is told once",
    wishes: { explicit: "x/unknown", configured: "x/unknown" },
    id: pinned,
    how: "pinned",
    warnings: [
      'The model that was asked for, "x/unknown", is not known here. Using anthropic/claude-sonnet-5-5 instead.',
    ],
  },
  {
    when: "the rules are asked for by name",
    wishes: { ...every, explicit: localRules },
    id: localRules,
    how: "explicit",
  },
  {
    when: "the rules are set by name",
    wishes: { configured: localRules },
    id: localRules,
    how: "configured",
  },
  {
    when: "an id has space around it",
    wishes: { explicit: " a/explicit\n" },
    id: "a/explicit",
    how: "explicit",
  },
];

describe("the model of a role", () => {
  for (const { when, wishes, open = all, known = all, id, how, warnings = [] } of table) {
    test(`when ${when}, it is ${id} (${how})`, { tags: ["fallback-is-told"] }, () => {
      const resolution = resolveModel({
        role: "reconciliation",
        registry: registryOf(known, open),
        ...wishes,
      });
      expect(resolution).toMatchObject({ id, how, warnings });
      expect(resolution.model?.id).toBe(id === localRules ? undefined : id);
      expect(resolution.note).toContain(`The model for reconciliation is ${id} (`);
    });
  }

  test("without a credential nothing is warned about, and the note says what is missing", () => {
    const { warnings, note } = resolveModel({ role: "extraction", registry: registryOf(all, []) });
    expect(warnings).toEqual([]);
    expect(note).toBe(
      'The model for extraction is local/rules (no model can be used). The default model, "anthropic/claude-sonnet-5-5", has no credential. Set the key for anthropic/claude-sonnet-5-5.',
    );
  });

  test("each role is named by its own variable", () => {
    const { warnings } = resolveModel({
      role: "extraction",
      configured: "x/y",
      registry: registryOf(all, all),
    });
    expect(warnings.join()).toContain("PERSISTENT_MEMORY_EXTRACTION_MODEL");
  });

  test("a model of the caller's own is used as it is, and no registry is asked", () => {
    const own = scriptedModel([], { id: "own/model" });
    const registry: ModelRegistry = {
      find: () => expect.fail("asked"),
      hasConfiguredAuth: () => expect.fail("asked"),
      open: () => expect.fail("asked"),
    };
    const resolution = resolveModel({ role: "reconciliation", explicit: own, registry });
    expect(resolution).toMatchObject({ model: own, id: "own/model", how: "explicit", warnings: [] });
  });

  test("a key that was set in place of a model is not repeated", () => {
    const explicit = `sk-ant-api03-${"a1B2".repeat(20)}`;
    const { warnings } = resolveModel({ role: "reconciliation", explicit, registry: registryOf(all, all) });
    expect(warnings.join()).toContain("[redacted");
    expect(warnings.join()).not.toContain("a1B2a1B2");
  });
});
