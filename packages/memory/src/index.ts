export { type PiSession, readPiBranch } from "@holdfast/extraction";
export { localRules } from "@holdfast/models";
export type {
  ContextBlock,
  DeadLetterRow,
  Dropped,
  FollowRequest,
  ForgottenIds,
  Inspection,
  OutlineRow,
  Recalled,
  Recovered,
  SessionRow,
  StagedRow,
  Status,
  StorePart,
  Trace,
  Undone,
} from "@holdfast/schema";
export type { ConsolidateRequest } from "./consolidate.ts";
export type { ContextRequest } from "./context.ts";
export type { InScope } from "./find-id.ts";
export { type Memory, memoryOver } from "./memory-over.ts";
export { type OpenOptions, openMemory, resolveDirs } from "./open-memory.ts";
export type { RecallOptions } from "./recall.ts";
export type { RecoverRequest } from "./recover.ts";
export type { RunOptions } from "./run.ts";
export type { SaveRequest } from "./save.ts";
export type { SessionsRequest } from "./sessions.ts";
export type { StageRequest } from "./stage.ts";
export type { StatusOptions } from "./status.ts";
export type { UndoRequest } from "./undo.ts";
export type { AgentHomes, World } from "./world.ts";
