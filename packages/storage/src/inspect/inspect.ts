import { isAbsolute, join } from "node:path";
import { type Finding, type Inspection, isHoldfastError } from "@holdfast/schema";
import type { StoreParts } from "../store-parts.ts";
import { lookAtLines } from "./look-at-lines.ts";
import { lookAtNames } from "./look-at-names.ts";
import { lookAtRecords } from "./look-at-records.ts";
import { lookAtWaiting } from "./look-at-waiting.ts";
import type { Found, Look } from "./repair.ts";

/**
 * Looks at every file of a store, the index and the lock. With `fix`, what is safe is repaired and told as fixed; memory is never deleted
 * and never rewritten. Every path is absolute.
 */
export async function inspect(parts: StoreParts, { fix }: { fix: boolean }): Promise<Inspection> {
  const findings: Finding[] = [];
  const fixed: Finding[] = [];
  const { dir } = parts.paths;
  if ((await parts.disk.stat(dir)) === undefined) return { findings, fixed };
  for (const look of [...lookAtNames, ...lookAtWaiting, ...lookAtLines, ...lookAtRecords]) {
    for (const { finding, repair } of await orWhy(look, parts)) {
      const placed = { ...finding, path: isAbsolute(finding.path) ? finding.path : join(dir, finding.path) };
      const done = fix && repair ? await doneOrWhy(repair) : undefined;
      if (done?.kind === "done") fixed.push({ ...placed, fix: done.what });
      else findings.push(done?.kind === "failed" ? { ...placed, fix: done.why } : placed);
    }
  }
  return { findings, fixed };
}

/** What can't even be looked at is a finding too, and the other looks go on. */
async function orWhy(look: Look, parts: StoreParts): Promise<Found[]> {
  try {
    return await look(parts);
  } catch (error) {
    if (!isHoldfastError(error)) throw error;
    return [
      { finding: { code: error.code, path: parts.paths.dir, message: error.message, fix: error.hint } },
    ];
  }
}

type Done =
  | { readonly kind: "done"; readonly what: string }
  | { readonly kind: "failed"; readonly why: string };

/** What can't be repaired now, for another writer is active or the disk is read-only, is left, with why; the other repairs go on. */
async function doneOrWhy(repair: NonNullable<Found["repair"]>): Promise<Done | undefined> {
  try {
    const what = await repair();
    return what === undefined ? undefined : { kind: "done", what };
  } catch (error) {
    if (!isHoldfastError(error)) throw error;
    return { kind: "failed", why: `It could not be put right: ${error.message} ${error.hint}` };
  }
}
