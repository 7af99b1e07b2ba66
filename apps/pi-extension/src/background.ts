import { isHoldfastError, type RunReport } from "@holdfast/schema";
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
    await session.behind(async (signal) => {
      const { isCurrent } = session;
      const onlyCertain = how === "certain";
      const report = await showRun(session, (onEvent) =>
        memory.reconcile({ onlyCertain, signal, isCurrent, onEvent }),
      );
      if (isCurrent() && needsAPerson(report))
        session.ui?.notify(
          [`${oneLine(report)}. /memory shows what to do.`, ...report.warnings.slice(0, 1)].join("\n"),
          "warning",
        );
    });
  } catch (error) {
    // Whoever writes now settles what waits as well; this was only to be of use.
    if (!isHoldfastError(error, "writer_busy")) session.warn(error);
  }
}

/** A dead letter, a failure, and a model that refuses its key or its limit will not mend themselves. */
function needsAPerson({ counts, status, stop_reason }: RunReport): boolean {
  return counts.dead_lettered > 0 || status === "failed" || stop_reason === "model_failed";
}
