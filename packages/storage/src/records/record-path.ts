import { groupOf, type MemoryRecord, textHash } from "@holdfast/schema";

/**
 * The path of a new record inside the memory folder: `lessons/use-pnpm-not-npm--rec_1a2b.md`. At most 200 bytes, ASCII, and
 * never outside of the folder of its category. `attempt` counts the names that were taken by something else.
 */
export function recordPath(record: Pick<MemoryRecord, "id" | "category" | "summary">, attempt = 1): string {
  const again = attempt > 1 ? `-${attempt}` : "";
  return `${groupOf[record.category]}/${slugOf(record.summary)}--${nameOf(record.id)}${again}.md`;
}

function slugOf(summary: string): string {
  const words = summary
    .slice(0, 1_000)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return cutAtWord((words ?? []).join("-")) || "memory";
}

const longest = 60;

function cutAtWord(slug: string): string {
  if (slug.length <= longest) return slug;
  const cut = slug.slice(0, longest + 1);
  const end = cut.lastIndexOf("-");
  return end > 0 ? cut.slice(0, end) : cut.slice(0, longest);
}

/** An id that code made is a safe name; any other is named by its hash. */
function nameOf(id: string): string {
  return /^[A-Za-z0-9_-]{1,100}$/.test(id) ? id : `rec_${textHash(id)}`;
}
