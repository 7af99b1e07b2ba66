import { redact } from "@holdfast/schema";
import { expect, test } from "vitest";
import { checkActions, decide, labelChunk } from "../src/index.ts";
import { aCase, anAction, founding } from "./a-case.ts";

const secret = `ghp_${"aB3dE6gH9".repeat(4)}`;
const options = { ...founding, maxAttempts: 1, chunk: labelChunk([aCase()]) };

test("the secret of these tests is one that is known as such", () => {
  expect(redact(secret).text).not.toContain(secret);
});

test.each([
  ["the reason of a verdict", [anAction({ reason: `because ${secret}` })]],
  ["the action a dead letter keeps", [anAction({ action: "duplicate", target_id: secret, reason: secret })]],
  ["a key that no action has", [{ ...anAction(), [secret]: { deep: [secret] } }]],
  ["an action about nobody", [anAction(), anAction({ ref: secret })]],
])("a secret in %s reaches no plan", (_, input) => {
  const plan = decide({ ...options, input });
  expect(plan.settled).toHaveLength(1);
  expect(JSON.stringify(plan)).not.toContain(secret);
  expect(JSON.stringify(plan)).not.toContain(secret.toUpperCase());
  expect(JSON.stringify(checkActions(options.chunk, input).strays)).not.toContain(secret.toUpperCase());
});
