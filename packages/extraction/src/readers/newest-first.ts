/** Newest first; files of the same time by path, so that the choice is always the same. */
export function newestFirst<File extends { readonly path: string; readonly mtimeMs: number }>(
  files: readonly File[],
): File[] {
  return [...files].sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1));
}
