import type { Finding, Problem } from "@holdfast/schema";
import { earlierFinding } from "../earlier-system.ts";
import { readDeadLetters } from "../read-dead-letters.ts";
import { readWaiting } from "../read-waiting.ts";
import type { StoreParts } from "../store-parts.ts";
import type { Found, Look } from "./repair.ts";

/** What waits, and what was given up on. */
export const lookAtWaiting: readonly Look[] = [waiting, letters];

async function waiting({ disk, paths }: StoreParts): Promise<Found[]> {
  const { problems } = await readWaiting(disk, paths.staging);
  return problems.map((problem) => ({ finding: stagingFinding(problem) }));
}

function stagingFinding({ kind, path, message }: Problem): Finding {
  if (kind === "earlier") return earlierFinding(path);
  return { code: `staging_${kind}`, path, message, fix: stagingAdvice[kind] };
}

const stagingAdvice = {
  malformed_file: "`holdfast reconcile` keeps it whole as a dead letter.",
  malformed_member: "`holdfast reconcile` keeps it whole as a dead letter.",
  newer: "Upgrade Holdfast.",
  unreadable: "See that its owner may read it.",
  stray: "Move it elsewhere if it is yours.",
} as const;

async function letters({ disk, paths }: StoreParts): Promise<Found[]> {
  const { problems } = await readDeadLetters(disk, paths.deadLetters);
  return problems.map((problem) => ({ finding: letterFinding(problem) }));
}

function letterFinding({ kind, path, message }: Problem): Finding {
  if (kind === "earlier") return earlierFinding(path);
  if (kind === "newer") return { code: "dead_letter_newer", path, message, fix: "Upgrade Holdfast." };
  if (kind === "stray")
    return { code: "dead_letter_stray", path, message, fix: "Move it elsewhere if it is yours." };
  return { code: "dead_letter_unreadable", path, message, fix: "Correct the file by hand." };
}
