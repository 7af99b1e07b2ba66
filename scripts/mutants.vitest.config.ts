import { defineConfig } from "vitest/config";
import everywhere from "../vitest.config.ts";

// The tests of a mutant: of the packages alone, which run from their sources, so that nothing is built.
export default defineConfig({
  ...everywhere,
  test: { ...everywhere.test, globalSetup: [], reporters: ["json"] },
});
