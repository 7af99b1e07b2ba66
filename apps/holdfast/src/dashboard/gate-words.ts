import type { GateName, Violation } from "@holdfast/schema";

/** What each gate keeps out, for somebody who has never heard of gates. */
const words: { readonly [gate in GateName]: string } = {
  reply_unreadable: "the model's answer could not be read",
  extra_keys: "the answer had fields that do not exist",
  unknown_ref: "it named a candidate that it was not asked about",
  coverage_missing: "the model did not answer for it",
  coverage_repeated: "the model answered for it more than once, and not alike",
  missing_target: "it did not say which record it is about",
  unknown_target_id: "it named a record that it was not shown",
  category_mismatch: "it would replace a record of another category",
  missing_trigger: "it had no triggers, where there must be some",
  text_bounds: "its text was empty or too long",
  merge_drops_content: "the merged text lost something that was known",
  merge_invents_content: "the merged text said something that nobody said",
  older_than_target: "it would replace something that was observed later",
  lower_trust: "it would replace what a more trusted source said",
  secret_found: "its text held a secret",
};

/** A violation in words, then as the gate told it. */
export function violationWords({ gate, path, message }: Violation): string {
  return `${words[gate]} (${gate} at ${path}: ${message})`;
}

/** `once`, `3 times`. */
export function timesWords(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
