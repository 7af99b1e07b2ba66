import type { Session } from "./session.ts";

/** What waits and what failed, in Pi's status line; nothing where nothing does. Only while the session is current. */
export async function showStatus(session: Session): Promise<void> {
  if (session.ui === undefined) return;
  const { staged, dead_letters } = await (await session.memory()).status();
  if (!session.isCurrent()) return;
  const parts = [
    ...(staged > 0 ? [`${staged} staged`] : []),
    ...(dead_letters > 0 ? [`${dead_letters} dead ${dead_letters === 1 ? "letter" : "letters"}`] : []),
  ];
  session.ui.setStatus("holdfast", parts.length === 0 ? undefined : `memory: ${parts.join(", ")}`);
}
