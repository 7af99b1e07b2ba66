import { isHoldfastError } from "@holdfast/schema";
import { exitCodes } from "./exit-codes.ts";

export function exitCodeOf(error: unknown): number {
  return isHoldfastError(error, "writer_busy") ? exitCodes.busy : exitCodes.failed;
}
