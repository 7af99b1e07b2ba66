import { createRequire } from "node:module";

/**
 * The half that does the work, read when it is first needed. Asked for in Node's own way: an `import` would go through the translator that
 * Pi reads extensions with, which takes a second for a file of this size.
 */
export function loadMemory(): typeof import("./memory.ts") {
  return createRequire(import.meta.url)("./memory.js");
}
