import { setId } from "@holdfast/schema";

/**
 * The name of the staging file of a save: readable by its session, told apart by its candidates in whatever order. ASCII, under
 * 100 characters, and never outside of the staging folder, whatever the ids hold. Pass what tells one staging of a candidate
 * from another, so its round too when it has one.
 */
export function stagingName(sessionId: string, candidateIds: readonly string[]): string {
  return `${slugOf(sessionId)}--${setId(candidateIds)}.json`;
}

const longest = 60;

function slugOf(sessionId: string): string {
  const slug = sessionId
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, longest);
  return slug || "session";
}
