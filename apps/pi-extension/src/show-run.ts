import { type RunEvent, visible } from "@holdfast/schema";
import type { Session } from "./session.ts";
import { count, fateWords } from "./tell.ts";

const key = "holdfast";
const outcomesShown = 3;

/** A widget that is gone before it can be read only flickers. */
const readableAfterMs = 300;

/**
 * Runs the work and shows how far it is: the chunk in the status line and, when it takes long enough to be read, the last outcomes in a widget. At
 * its end the widget is gone and the status line says what waits. A session that is over shows nothing.
 */
export async function showRun<T>(
  session: Session,
  work: (onEvent: (event: RunEvent) => void) => Promise<T>,
): Promise<T> {
  const drawn = follow(session);
  try {
    return await work(drawn.onEvent);
  } finally {
    drawn.end();
    await showStatus(session).catch((error: unknown) => session.warn(error));
  }
}

/** What waits and what failed, in Pi's status line; nothing where nothing does. */
export async function showStatus(session: Session): Promise<void> {
  if (session.ui === undefined || !session.isCurrent()) return;
  if (session.atWork() > 1) return; // another run shows how far it is
  const { staged, dead_letters } = await (await session.memory()).status();
  if (!session.isCurrent()) return;
  const parts = [
    ...(staged > 0 ? [`${staged} staged`] : []),
    ...(dead_letters > 0 ? [count(dead_letters, "dead letter")] : []),
  ];
  session.ui.setStatus(key, parts.length === 0 ? undefined : `memory: ${parts.join(", ")}`);
}

function follow(session: Session) {
  const outcomes: string[] = [];
  let head = "memory: at work";
  let slow = false;
  const draw = () => {
    if (!session.isCurrent()) return;
    session.ui?.setStatus(key, head);
    if (slow) session.ui?.setWidget(key, [head, ...outcomes]);
  };
  const timer = setTimeout(() => {
    slow = true;
    draw();
  }, readableAfterMs);
  timer.unref();
  return {
    onEvent(event: RunEvent) {
      if (event.kind === "chunk_started")
        head = `memory: reconciling, chunk ${event.chunk}, ${event.settled} of ${event.staged} settled`;
      else if (event.kind === "extraction_started")
        head = `memory: reading with ${visible(event.model)}, ${count(event.windows, "window")}`;
      else if (event.kind === "window_read")
        head = `memory: reading, ${event.read} of ${count(event.windows, "window")}, ${event.found} found`;
      else if (event.kind === "outcome") {
        const { fate, summary, candidate_id } = event.outcome;
        outcomes.push(`  ${fateWords[fate]}: ${visible(summary ?? candidate_id)}`);
        outcomes.splice(0, outcomes.length - outcomesShown);
      } else return;
      draw();
    },
    end() {
      clearTimeout(timer);
      if (slow && session.isCurrent() && session.atWork() <= 1) session.ui?.setWidget(key, undefined);
    },
  };
}
