import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Written, this code lies in `src`; published, in `dist`: beside both stands what belongs to the package.

/** What the package of this command says of itself. */
export function ownPackage(): { readonly version: string; readonly engines: { readonly node: string } } {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}

/** The session that `holdfast demo` reads. */
export const demoSession = fileURLToPath(new URL("../demo/session.jsonl", import.meta.url));
