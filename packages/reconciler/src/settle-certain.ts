import type { Case } from "@holdfast/schema";
import { enters, founds, staysForgotten } from "./fate.ts";
import { type Founding, foundRecord } from "./found-record.ts";
import { type Fated, type Plan, planOf } from "./plan.ts";
import { resemblanceIn } from "./resemblance-in.ts";
import type { Triage } from "./triage.ts";

/** A case with what triage said of it. */
export interface Triaged extends Case {
  readonly triage: Triage;
}

/** What needs no one's verdict, as a plan, and what is to be asked about. */
export interface Certain {
  readonly plan: Plan;
  readonly ask: readonly Case[];
}

/**
 * Settles what triage is certain of, in the order given. Every case ends in exactly one of the plan's `settled`, its `waiting`, and `ask`. One
 * that resembles a case before it waits until the outcome of that one can be seen; only cases that are all asked about go together.
 */
export function settleCertain(triaged: readonly Triaged[], founding: Founding): Certain {
  const resembles = resemblanceIn(triaged);
  const added: Case[] = [];
  const ask: Case[] = [];
  const fated: Fated[] = [];
  for (const one of triaged) {
    const settled = settledAtOnce(one, founding);
    const before = one.triage.kind === "ask" ? added : [...added, ...ask];
    if (settled) fated.push(settled);
    else if (before.some((other) => resembles(other, one))) {
      fated.push({ kind: "waiting", candidate: one.candidate });
    } else if (one.triage.kind === "ask") ask.push(one);
    else {
      added.push(one);
      fated.push(founds(one, foundRecord(one, founding), "add", reasonOf(one.triage)));
    }
  }
  return { plan: planOf(fated, []), ask };
}

function settledAtOnce(one: Triaged, founding: Founding): Fated | undefined {
  const { triage } = one;
  if (triage.kind === "discard" && triage.forgotten) {
    return staysForgotten(one, triage.reason, triage.record_id, founding);
  }
  if (triage.kind === "discard") return enters(one, "discard", triage.record_id, triage.reason, founding);
  if (triage.kind === "duplicate") return enters(one, "duplicate", triage.record.id, triage.reason, founding);
  return undefined;
}

function reasonOf(triage: Triage): string {
  return "reason" in triage ? triage.reason : "";
}
