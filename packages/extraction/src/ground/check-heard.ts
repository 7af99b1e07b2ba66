import type { Refused } from "@holdfast/schema";
import type { Found } from "../extraction.ts";
import { withAbsoluteDates } from "./absolute-dates.ts";
import type { Ground } from "./check-candidate.ts";
import { bootFileSaying } from "./derivable.ts";

/** What rules found, with its dates made absolute, without what a boot file says anyway. */
export function checkHeard(
  heard: readonly Found[],
  { bootFiles, readDates }: Omit<Ground, "window">,
): { readonly found: readonly Found[]; readonly passedOver: readonly Refused[] } {
  const found: Found[] = [];
  const passedOver: Refused[] = [];
  for (const one of heard) {
    const { summary, source_evidence } = one.proposal;
    const boot = bootFileSaying(bootFiles, summary);
    if (boot === undefined) found.push(withAbsoluteDates(one, readDates));
    else
      passedOver.push({
        path: `turn ${source_evidence.entry_id}`,
        message: `Not kept, ${boot.path} says it already (derivable): ${JSON.stringify(summary)}`,
      });
  }
  return { found, passedOver };
}
