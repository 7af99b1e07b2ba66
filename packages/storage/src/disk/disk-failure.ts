import { type ErrorCode, HoldfastError } from "@holdfast/schema";

/** What the operating system calls a failure (`ENOSPC`), as far as it does. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The error of the port for a failure of the operating system: what was tried, on which path, why not, and what to do. */
export function diskFailure(error: unknown, verb: string, path: string): HoldfastError {
  const system = codeOf(error) ?? "";
  const { code, why, hint } = kinds.find(({ codes }) => codes.includes(system)) ?? otherKind;
  const reason = why ?? (system || "an unknown failure");
  const message = `Could not ${verb} ${path.replaceAll("\0", "?")}: ${reason}.`;
  return new HoldfastError(code, message, { hint: `${hint} ${nothingLost}`, cause: error });
}

interface Kind {
  readonly code: ErrorCode;
  readonly codes: readonly string[];
  readonly why?: string;
  readonly hint: string;
}

const nothingLost = "Nothing that was acknowledged is lost.";
const noPermission = "Give this user read and write permission there.";
const inTheWay = "Something else stands there. Move it away.";

const kinds: readonly Kind[] = [
  { code: "disk_full", codes: ["ENOSPC"], why: "the disk is full", hint: "Free some space and repeat." },
  {
    code: "disk_full",
    codes: ["EDQUOT"],
    why: "the disk quota is used up",
    hint: "Free some space and repeat.",
  },
  { code: "store_read_only", codes: ["EACCES", "EPERM"], why: "permission denied", hint: noPermission },
  {
    code: "store_read_only",
    codes: ["EROFS"],
    why: "the file system is read-only",
    hint: "Make it writable, or keep memory elsewhere (HOLDFAST_DIR).",
  },
  {
    code: "disk_failed",
    codes: ["ELOOP", "EMLINK"],
    why: "it is a link, and links inside a memory folder are not followed",
    hint: "Put a real file or folder there.",
  },
  { code: "disk_failed", codes: ["ENOTDIR"], why: "it is not a folder", hint: inTheWay },
  { code: "disk_failed", codes: ["EISDIR"], why: "it is a folder", hint: inTheWay },
  { code: "disk_failed", codes: ["ENOENT"], why: "it is missing", hint: "Repeat: folders are made anew." },
];

const otherKind: Kind = { code: "disk_failed", codes: [], hint: "Check the disk and repeat." };
