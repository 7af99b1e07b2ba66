import { setId } from "@holdfast/schema";

/**
 * The name of the staging file of a save: readable by its session, told apart by its candidates in whatever order. ASCII, under
 * 100 characters, and never outside of the staging folder, whatever the ids hold. Pass what tells one staging of a candidate
 * from another, so its round too when it has one. `attempt` counts the names that were taken by something else.
 */
export function stagingName(sessionId: string, candidateIds: readonly string[], attempt = 1): string {
  const again = attempt > 1 ? `-${attempt}` : "";
  return `${slugOf(sessionId)}--${setId(candidateIds)}${again}.json`;
}

const longest = 60;

function slugOf(sessionId: string): string {
  const slug = sessionId
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, longest);
  return slug || "session";
}
