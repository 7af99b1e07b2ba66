/** Every way the world can fail us. Closed: hosts switch on it, so a new member is a new minor version. */
export const errorCodes = [
  "ambiguous_id",
  "disk_failed",
  "disk_full",
  "invalid_candidates",
  "invalid_option",
  "lock_unreadable",
  "model_unavailable",
  "no_transcript",
  "not_a_head",
  "not_found",
  "sqlite_missing",
  "store_changed",
  "store_newer",
  "store_read_only",
  "store_unreadable",
  "transcript_unreadable",
  "writer_busy",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * The one error class. `message` says what happened, `hint` what to do about it. Compare `code`, never the
 * class: two copies of this package may be loaded in one process.
 */
export class HoldfastError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, options: { hint: string; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HoldfastError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** True for a `HoldfastError` of any copy of this package, of `code` when one is given. */
export function isHoldfastError(error: unknown, code?: ErrorCode): error is HoldfastError {
  if (!(error instanceof Error) || error.name !== "HoldfastError" || !("code" in error)) return false;
  return code === undefined || error.code === code;
}
