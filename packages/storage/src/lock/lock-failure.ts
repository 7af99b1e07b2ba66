import { type ErrorCode, HoldfastError, isHoldfastError, type WriterNote } from "@holdfast/schema";
import { isSqliteFailure, type SqliteTrouble } from "../sqlite/database.ts";
import { readTrouble } from "../sqlite/read-trouble.ts";

/** Someone else writes, or this process does already. `holder` is who, as far as can be told. */
export function busy(holder: WriterNote | undefined, pid: number): HoldfastError {
  if (holder?.pid === pid) {
    return new HoldfastError(
      "writer_busy",
      `\`${holder.command}\` of this process is at work since ${holder.since}.`,
      {
        hint: "Nothing was changed by this, and what is staged stays staged. Try again when it is done.",
      },
    );
  }
  const who = holder
    ? `\`${holder.command}\` (process ${holder.pid}) since ${holder.since}`
    : "who it is can't be told";
  return new HoldfastError("writer_busy", `Another writer is active: ${who}.`, {
    hint: "Nothing was changed, and what is staged stays staged. Try again when it is done; if it hangs, end that process.",
  });
}

/** Something that is not our lock has its name. */
export function foreign(message: string, cause?: unknown): HoldfastError {
  return new HoldfastError("lock_unreadable", message, {
    hint: "Run `holdfast doctor --fix`: it sets the file aside, and deletes nothing.",
    cause,
  });
}

/** What went wrong with the lock, from an error of the file system or of SQLite, in a code that says what to do. */
export function asLockFailure(error: unknown, path: string): HoldfastError {
  if (isHoldfastError(error)) return error;
  const code = codeOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (code === "lock_unreadable") return foreign(`${path} is not our lock: ${reason}.`, error);
  return new HoldfastError(code, `The lock ${path} can't be taken: ${reason}.`, {
    hint: hints[code] ?? "Check the disk and the folder, then try again. Nothing was changed.",
    cause: error,
  });
}

const hints: { readonly [code in ErrorCode]?: string } = {
  store_read_only:
    "Make the memory folder writable for this user, or name another one. Reading works as it is.",
  disk_full: "Make room on the disk, then try again. The candidates stay staged.",
};

function codeOf(error: unknown): ErrorCode {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  if (["EROFS", "EACCES", "EPERM"].includes(code)) return "store_read_only";
  if (["ENOSPC", "EDQUOT"].includes(code)) return "disk_full";
  if (["ELOOP", "EISDIR"].includes(code)) return "lock_unreadable";
  const trouble = isSqliteFailure(error) ? error.trouble : readTrouble(error);
  return byTrouble[trouble] ?? "disk_failed";
}

const byTrouble: { readonly [trouble in SqliteTrouble]?: ErrorCode } = {
  damaged: "lock_unreadable",
  read_only: "store_read_only",
  cannot_open: "store_read_only",
  full: "disk_full",
};
