import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import everywhere from "../../../../vitest.config.ts";

// The tests of the store on another Node: as the whole suite runs them, but built already, on a given driver, and told in figures.
const setupFiles = [fileURLToPath(new URL("on-driver.ts", import.meta.url))];
export default defineConfig({
  ...everywhere,
  test: { ...everywhere.test, globalSetup: [], setupFiles, reporters: ["json"] },
});
