// `dist/main.js` reads the words of a command; each command, the dashboard and the memory are read when they are needed.
import { bundleApp } from "../../scripts/bundle-app.mjs";

await bundleApp(import.meta.dirname, {
  entryPoints: ["src/main.ts"],
  splitting: true,
  jsx: "automatic",
  // What is large, and read for the dashboard or for a model only.
  external: ["@anthropic-ai/sdk", "ink", "react"],
});
