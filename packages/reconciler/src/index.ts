export * from "./ask/adjudicate/local-rules.ts";
export * from "./ask/label-chunk.ts";
export * from "./check-actions.ts";
export * from "./decide.ts";
export * from "./fit-chunk.ts";
export type { Founding } from "./found-record.ts";
export * from "./next-chunk.ts";
export * from "./order-of-work.ts";
export type { Plan } from "./plan.ts";
export * from "./says-nothing-new.ts";
export {
  areNeighbours,
  mostNeighbours,
  neighboursOf,
  neighbourThreshold,
  termsOf,
} from "./score-neighbours.ts";
export * from "./settle.ts";
export * from "./settle-certain.ts";
export * from "./triage.ts";
export * from "./union-text.ts";
