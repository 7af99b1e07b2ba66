import type { GuaranteeId } from "./guarantees.ts";

declare module "vitest" {
  /** A tag that is no guarantee is an error where it is written. */
  interface TestTags {
    tags: GuaranteeId;
  }
}
