import { memoryFence } from "@holdfast/schema";

/**
 * Takes out what is never read: `<private>` blocks, and the fenced block of memory that a host injected. A block that is not
 * closed reaches to the end: better to read too little than something private.
 */
export function cutUnread(text: string): string {
  return unread.reduce((left, tag) => (tag.test(left) ? cutBlocks(left, tag) : left), text);
}

const unread: readonly RegExp[] = [
  /<(\/?)private(?:\s[^<>]*)?>/iu,
  new RegExp(`^[^\\S\\n]*<(/?)${memoryFence}(?:\\s[^\\n]*)?>[^\\S\\n]*$`, "imu"),
];

/** Blocks may stand in one another; a closing tag without an opening one is left alone. */
function cutBlocks(text: string, tag: RegExp): string {
  let kept = "";
  let depth = 0;
  let from = 0;
  for (const found of text.matchAll(new RegExp(tag.source, `${tag.flags}g`))) {
    const opens = found[1] === "";
    if (opens && depth++ === 0) kept += text.slice(from, found.index);
    if (opens || depth === 0) continue;
    if (--depth === 0) from = found.index + found[0].length;
  }
  return depth > 0 ? kept : kept + text.slice(from);
}
