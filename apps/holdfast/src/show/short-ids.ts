const derived = /^((?:rec|cand)_[0-9a-f]{8})[0-9a-f]{12}$/;

/**
 * On a screen, the starts of ids that are shown side by side, as long as no two of them are alike: a unique start is an id everywhere.
 * Elsewhere, and for ids that a person chose, the whole id.
 */
export function shortIds(ids: readonly string[], width: number): (id: string) => string {
  if (!Number.isFinite(width)) return (id) => id;
  const times = new Map<string, number>();
  for (const id of new Set(ids)) times.set(startOfId(id), (times.get(startOfId(id)) ?? 0) + 1);
  return (id) => (times.get(startOfId(id)) === 1 ? startOfId(id) : id);
}

function startOfId(id: string): string {
  return derived.exec(id)?.[1] ?? id;
}
