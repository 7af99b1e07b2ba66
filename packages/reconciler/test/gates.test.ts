import { aRecord } from "@holdfast/testkit";
import { describe, expect, test, vi } from "vitest";
import { categoryMismatch } from "../src/gates/category-mismatch.ts";
import { coverageMissing } from "../src/gates/coverage-missing.ts";
import { coverageRepeated } from "../src/gates/coverage-repeated.ts";
import { extraKeys } from "../src/gates/extra-keys.ts";
import type { Gate } from "../src/gates/gate.ts";
import { lowerTrust } from "../src/gates/lower-trust.ts";
import { missingTarget } from "../src/gates/missing-target.ts";
import { missingTrigger } from "../src/gates/missing-trigger.ts";
import { olderThanTarget } from "../src/gates/older-than-target.ts";
import { secretFound } from "../src/gates/secret-found.ts";
import { textBounds } from "../src/gates/text-bounds.ts";
import { unknownRef } from "../src/gates/unknown-ref.ts";
import { unknownTargetId } from "../src/gates/unknown-target-id.ts";
import { labelChunk } from "../src/index.ts";
import { aCase, aPair, asAsked, earlier, later } from "./a-case.ts";

vi.mock(import("@holdfast/schema"), async (original) => {
  const schema = await original();
  const redact = (text: string) =>
    text.includes("SECRET")
      ? { text: text.replaceAll("SECRET", "[redacted: key]"), found: ["key"] }
      : { text, found: [] };
  return { ...schema, redact };
});

type Row = readonly [
  claim: string,
  action: object,
  refused: string | undefined,
  chunk?: ReturnType<typeof aPair>,
];
const merge = { action: "merge", target_id: "M1", summary: "One line", detail: "" };
const domain = aPair({}, { category: "domain" });

function gate(name: string, check: Gate, rows: readonly Row[]): void {
  describe(name, () => {
    for (const [claim, action, refused, chunk = aPair()] of rows) {
      test(claim, () => {
        const { asked, context } = asAsked(chunk, action);
        const found = check(asked, context);
        if (refused === undefined) return expect(found).toBeUndefined();
        const message = expect.stringContaining(refused);
        const path = expect.stringMatching(/^actions\[0\]/);
        expect(found).toEqual({ gate: name, ref: asked.action.ref, path, message });
      });
    }
  });
}

gate("extra_keys", extraKeys, [
  ["lets the keys of an action pass", { action: "add" }, undefined],
  ["refuses any other key, by name", { action: "add", candidate_id: "x" }, '"candidate_id"'],
  ["repeats a key without its secret", { action: "add", SECRET: 1 }, "[redacted: key]"],
]);
gate("unknown_ref", unknownRef, [
  ["lets a candidate of the chunk pass", { ref: "C1", action: "add" }, undefined],
  ["refuses any other", { ref: "C2", action: "add" }, '"C2" is no candidate of this chunk'],
]);
gate("missing_target", missingTarget, [
  ["lets an add pass without a target", { action: "add" }, undefined],
  ["lets a discard pass without a target", { action: "discard" }, undefined],
  ["lets a duplicate pass with one", { action: "duplicate", target_id: "M1" }, undefined],
  ["refuses a duplicate without", { action: "duplicate" }, "A duplicate names"],
  ["refuses a supersede without", { action: "supersede", target_id: "" }, "A supersede names"],
  ["refuses a merge without", { action: "merge", summary: "x", target_id: null }, "A merge names"],
]);
gate("unknown_target_id", unknownTargetId, [
  ["lets a record that was shown pass", { action: "supersede", target_id: "M1" }, undefined],
  ["refuses one that was not", { action: "supersede", target_id: "M2" }, "shown were M1 to M1"],
  ["refuses an id in place of a label", { action: "duplicate", target_id: "rec_1" }, '"rec_1"'],
  [
    "says when none was shown",
    { action: "duplicate", target_id: "M1" },
    "none was shown",
    labelChunk([aCase()]),
  ],
]);
gate("category_mismatch", categoryMismatch, [
  ["lets the same category pass", { action: "supersede", target_id: "M1" }, undefined],
  ["lets a duplicate of another category pass", { action: "duplicate", target_id: "M1" }, undefined, domain],
  [
    "refuses to supersede another category",
    { action: "supersede", target_id: "M1" },
    "A lesson can't supersede a domain",
    domain,
  ],
  ["refuses to merge into another category", merge, "A lesson can't merge a domain", domain],
]);
gate("missing_trigger", missingTrigger, [
  ["lets a lesson pass whose triggers are left out", merge, undefined],
  ["lets a lesson pass with triggers", { ...merge, triggers: [{ type: "topic", value: "x" }] }, undefined],
  ["refuses an empty list on a lesson", { ...merge, triggers: [] }, "name at least one"],
  [
    "lets an empty list pass on anything else",
    { ...merge, triggers: [] },
    undefined,
    aPair({ category: "domain" }),
  ],
]);
gate("text_bounds", textBounds, [
  [
    "lets texts within bounds pass",
    { ...merge, summary: "\u{1f600}".repeat(300), detail: "x".repeat(16_000) },
    undefined,
  ],
  ["refuses a longer summary", { ...merge, summary: "x".repeat(301) }, "Has 301 characters; at most 300"],
  [
    "refuses a longer detail",
    { ...merge, detail: "x".repeat(16_001) },
    "Has 16001 characters; at most 16000",
  ],
  ["refuses a merge without a summary", { ...merge, summary: " " }, "A merge has a summary"],
  ["asks nothing of other verdicts", { action: "add" }, undefined],
]);
gate("older_than_target", olderThanTarget, [
  [
    "lets what was observed later pass",
    { action: "supersede", target_id: "M1" },
    undefined,
    aPair({ observed_at: later }),
  ],
  ["lets what was observed at the same time pass", { action: "supersede", target_id: "M1" }, undefined],
  [
    "compares instants, not texts",
    { action: "supersede", target_id: "M1" },
    undefined,
    aPair({ observed_at: "2030-01-01T12:00:00Z" }),
  ],
  [
    "refuses what was observed before",
    { action: "supersede", target_id: "M1" },
    "was observed 2029",
    aPair({ observed_at: earlier }),
  ],
  ["lets a merge pass", merge, undefined, aPair({ observed_at: earlier })],
]);
gate("lower_trust", lowerTrust, [
  ["lets equal trust pass", { action: "supersede", target_id: "M1" }, undefined],
  [
    "lets a person replace an agent",
    { action: "supersede", target_id: "M1" },
    undefined,
    aPair({ trust: "user" }),
  ],
  [
    "refuses an agent that replaces a person",
    { action: "supersede", target_id: "M1" },
    "comes from user",
    aPair({}, { trust: "user" }),
  ],
  [
    "refuses what was derived to replace an agent",
    { action: "supersede", target_id: "M1" },
    "only from derived",
    aPair({ trust: "derived" }),
  ],
  ["refuses an agent that rewords a person", merge, "comes from user", aPair({}, { trust: "user" })],
  [
    "lets a duplicate pass",
    { action: "duplicate", target_id: "M1" },
    undefined,
    aPair({}, { trust: "user" }),
  ],
]);
gate("secret_found", secretFound, [
  ["lets a text without a secret pass", merge, undefined],
  ["refuses a secret in the summary", { ...merge, summary: "Use SECRET" }, "Holds a secret (key)"],
  ["refuses a secret in the detail", { ...merge, detail: "Use SECRET" }, "Holds a secret (key)"],
]);

describe("coverage", { tags: ["one-action"] }, () => {
  const chunk = labelChunk([aCase(), aCase({ summary: "Another" })]);
  const add = { action: "add" };

  test("a candidate without an action is missing", () => {
    const { context } = asAsked(chunk, { ref: "C1", ...add });
    expect(coverageMissing("C1", context.asked)).toBeUndefined();
    expect(coverageMissing("C2", context.asked)).toMatchObject({
      gate: "coverage_missing",
      ref: "C2",
      path: "actions",
    });
  });

  test.each([
    ["the same action twice is one", [add, add], false],
    ["whatever the reasons", [add, { ...add, reason: "another" }], false],
    [
      "and whatever the order of its keys",
      [
        { action: "duplicate", target_id: "M1" },
        { target_id: "M1", action: "duplicate" },
      ],
      false,
    ],
    ["two verdicts are refused", [add, { action: "discard" }], true],
    [
      "two targets are refused",
      [
        { action: "duplicate", target_id: "M1" },
        { action: "duplicate", target_id: "M2" },
      ],
      true,
    ],
    ["an action of another candidate does not count", [add, { ref: "C2", action: "discard" }], false],
  ])("%s", (_, actions, refused) => {
    const { asked, context } = asAsked(
      labelChunk([aCase({}, [aRecord(), aRecord({ id: "rec_2" })])]),
      ...actions,
    );
    expect(coverageRepeated(asked, context)?.gate).toBe(refused ? "coverage_repeated" : undefined);
  });
});
