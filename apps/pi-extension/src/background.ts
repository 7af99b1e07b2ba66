import type { RunReport } from "@holdfast/schema";
import type { Session } from "./session.ts";
import type { Background } from "./settings.ts";
import { showRun, showStatus } from "./show-run.ts";
import { oneLine } from "./tell.ts";

/**
 * Settles what waits when a session begins, without being waited for. By default only what needs no model, so that it costs nothing. Ends before its
 * next commit when the session is replaced, and then says nothing more.
 */
export async function reconcileInBackground(
  session: Session,
  background: () => Promise<Background>,
): Promise<void> {
  try {
    const how = await background();
    if (how === "off") return await showStatus(session);
    const memory = await session.memory();
    const { staged } = await memory.status();
    if (staged === 0 || !session.isCurrent()) return await showStatus(session);
    const report = await showRun(session, (onEvent) =>
      memory.reconcile({
        onlyCertain: how === "certain",
        signal: session.signal,
        isCurrent: session.isCurrent,
        onEvent,
      }),
    );
    if (session.isCurrent() && needsAPerson(report))
      session.ui?.notify(`${oneLine(report)}. /memory shows what to do.`, "warning");
  } catch (error) {
    session.warn(error);
  }
}

function needsAPerson({ counts, status }: RunReport): boolean {
  return counts.dead_lettered > 0 || status === "failed";
}
