import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Written, this code lies in `src`; published, in `dist`: beside both stands what belongs to the package.

/** The version of this command. */
export function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** The session that `holdfast demo` reads. */
export const demoSession = fileURLToPath(new URL("../demo/session.jsonl", import.meta.url));
