// What Pi loads: `dist/pi.js` registers and is read at every start of Pi; `dist/memory.js` does the work and is read when it is first needed, by
// Node itself and not through the translator that Pi reads extensions with.
import { bundleApp } from "../../scripts/bundle-app.mjs";

await bundleApp(import.meta.dirname, {
  entryPoints: ["src/pi.ts", "src/memory.ts"],
  // Pi's own packages are Pi's to give. The client of a provider is never asked for: Pi's models are.
  external: ["@earendil-works/*", "typebox", "@anthropic-ai/sdk"],
});
