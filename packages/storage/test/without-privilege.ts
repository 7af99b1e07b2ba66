/** Does something as a user that permissions hold for: root, whom nothing stops, becomes nobody for that long. */
export async function withoutPrivilege<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
