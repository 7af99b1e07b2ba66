import { HoldfastError, isHoldfastError, type StageResult } from "@holdfast/schema";

/** Whatever stops the settling, the person is told that what was staged is safe. */
export async function orStaysStaged<T>({ staged }: StageResult, settle: () => Promise<T>): Promise<T> {
  try {
    return await settle();
  } catch (cause) {
    if (!isHoldfastError(cause) || staged.length === 0) throw cause;
    const { code, message, hint } = cause;
    throw new HoldfastError(code, `${message} ${staged.length} staged before that, and safe.`, {
      hint,
      cause,
    });
  }
}
