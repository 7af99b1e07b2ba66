import { defineConfig } from "vitest/config";
import { type GuaranteeId, guarantees } from "./guarantees/guarantees.ts";

// Workspace packages resolve to their src/, so that tests need no build.
const conditions = ["@holdfast/source", "node", "import", "module", "default"];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    reporters: ["default", "./scripts/count-reporter.mjs"],
    coverage: { provider: "v8", include: ["packages/*/src/**", "apps/*/src/**"] },
    globalSetup: ["./scripts/build-for-tests.mjs"],
    maxWorkers: "100%",
    testTimeout: 60_000,
    // A test says by its tags what it proves; any other tag fails the run. `npm test -- --tags-filter=conservation` runs the proofs of one.
    tags: guarantees.map(({ id, says }) => ({ name: id as GuaranteeId, description: says })),
  },
});
