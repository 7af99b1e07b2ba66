import type { RunReport } from "@holdfast/schema";

/** What a run cost, in words: nothing where no model was asked, and unknown where its price is. */
export function costOfRun({ model_calls, cost_usd }: Pick<RunReport, "model_calls" | "cost_usd">): string[] {
  if (model_calls === 0) return ["no cost"];
  return [cost_usd === undefined ? "cost unknown" : `$${cost_usd.toFixed(4)}`];
}
