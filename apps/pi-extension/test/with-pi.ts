import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LoopbackRequest, type LoopbackScript, loopbackMessages } from "@holdfast/testkit";
import { aPiHome, type PiHome, type PiHomeOptions, type PiRpc } from "./bench/index.ts";

/** A home whose models answer as the script says, while the work lasts. */
export async function withPi(
  script: LoopbackScript,
  work: (home: PiHome, requests: readonly LoopbackRequest[]) => Promise<void>,
  options: Omit<PiHomeOptions, "server"> = {},
): Promise<void> {
  const server = await loopbackMessages(script);
  try {
    await work(aPiHome({ server, ...options }), server.requests);
  } finally {
    await server.close();
  }
}

/** The texts of the project's record files. */
export function recordsIn(home: PiHome): string[] {
  return ["lessons", "preferences", "decisions", "domain"].flatMap((folder) => textsIn(home, folder));
}

/** The texts of the files that wait. */
export function stagedIn(home: PiHome): string[] {
  return textsIn(home, "staging");
}

function textsIn({ project }: PiHome, folder: string): string[] {
  const path = join(project, ".pi", "memory", folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => /\.(md|json)$/.test(name))
    .map((name) => readFileSync(join(path, name), "utf8"));
}

/** What Pi was made to tell the person, in order. */
export function noticesOf({ events }: PiRpc): string[] {
  return events.filter(({ method }) => method === "notify").map(({ message }) => String(message));
}

/** What went wrong in the extension, as Pi saw it. */
export function errorsOf({ events }: PiRpc): unknown[] {
  return events.filter(({ type }) => type === "extension_error");
}
