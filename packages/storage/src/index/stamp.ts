import type { Surveyed } from "@holdfast/schema";

/** What tells that a file is the one that was read: its size, its times and its inode. */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: Surveyed["stat"]): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

/** What a stamp was made of; undefined for what is no stamp, but says to read the file again. */
export function readStamp(stamp: string): Surveyed["stat"] | undefined {
  const [size = Number.NaN, mtimeMs = Number.NaN, ctimeMs = Number.NaN, ino = Number.NaN] = stamp
    .split(" ")
    .map(Number);
  return Number.isNaN(ino) ? undefined : { size, mtimeMs, ctimeMs, ino };
}
