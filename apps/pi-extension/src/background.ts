import type { RunEvent, RunReport } from "@holdfast/schema";
import { troubleIn } from "./say.ts";
import type { Session } from "./session.ts";
import { showStatus } from "./status-line.ts";
import { oneLine } from "./tell.ts";

/** How much is settled when a session begins: what needs no model, everything, or nothing. */
export type Background = "certain" | "full" | "off";

/** What `HOLDFAST_BACKGROUND` says; anything else is the default. */
export function backgroundIn(env: { readonly [name: string]: string | undefined }): Background {
  const wanted = env.HOLDFAST_BACKGROUND;
  return wanted === "full" || wanted === "off" ? wanted : "certain";
}

/**
 * Settles what waits when a session begins, without being waited for. By default only what needs no model, so that it costs nothing. Ends before its
 * next commit when the session is replaced, and then says nothing more.
 */
export async function reconcileInBackground(session: Session, background: Background): Promise<void> {
  if (background === "off") return;
  try {
    const memory = await session.memory();
    const { staged } = await memory.status();
    if (staged === 0 || !session.isCurrent()) return await showStatus(session);
    const report = await memory.reconcile({
      onlyCertain: background === "certain",
      signal: session.signal,
      isCurrent: session.isCurrent,
      onEvent: (event) => showProgress(session, event),
    });
    await showStatus(session);
    if (session.isCurrent() && needsAPerson(report))
      session.ui?.notify(`${oneLine(report)}. /memory shows what to do.`, "warning");
  } catch (error) {
    if (session.isCurrent()) session.ui?.notify(troubleIn(error), "warning");
  }
}

function showProgress(session: Session, event: RunEvent): void {
  if (event.kind !== "chunk_started" || !session.isCurrent()) return;
  session.ui?.setStatus(
    "holdfast",
    `memory: settling ${event.settled} of ${event.staged}, chunk ${event.chunk}`,
  );
}

function needsAPerson({ counts, status }: RunReport): boolean {
  return counts.dead_lettered > 0 || status === "failed";
}
