const steps = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

/** A column for each value, the highest as high as there is; a point for nothing. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(0, ...values);
  return values.map((value) => columnOf(value, most)).join("");
}

function columnOf(value: number, most: number): string {
  if (value <= 0) return "\u00b7";
  return steps[Math.min(steps.length - 1, Math.ceil((value / most) * steps.length) - 1)] ?? "";
}
