export * from "./ask/adjudicate/local-rules.ts";
export { promptCharacters, type RenderedPrompt, type RenderOptions } from "./ask/compose-prompt.ts";
export * from "./ask/label-chunk.ts";
export * from "./ask/react-to.ts";
export * from "./ask/read-reply.ts";
export * from "./ask/render-prompt.ts";
export * from "./ask/render-repair.ts";
export * from "./check-actions.ts";
export * from "./decide.ts";
export * from "./fit-chunk.ts";
export * from "./fit-prompt.ts";
export type { Founding } from "./found-record.ts";
export { worthRepairing } from "./merge-by-code.ts";
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
