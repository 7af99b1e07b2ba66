const minute = 60_000;
const steps = [
  [365 * 24 * 60 * minute, "y"],
  [24 * 60 * minute, "d"],
  [60 * minute, "h"],
  [minute, "min"],
] as const;

/** How long ago something was, in a few characters: `5 min ago`. */
export function ago(instant: string, now: Date): string {
  const passed = now.getTime() - Date.parse(instant);
  const step = steps.find(([size]) => passed >= size);
  return step ? `${Math.floor(passed / step[0])} ${step[1]} ago` : "just now";
}
