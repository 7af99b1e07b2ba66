import { type Disk, isHoldfastError, type Problem } from "@holdfast/schema";

/**
 * The bytes of one file among many, or why this user may not read it: that costs only the file. Undefined when it is gone. A disk that fails is
 * thrown.
 */
export async function readOrProblem(
  disk: Disk,
  path: string,
  name: string,
): Promise<{ readonly bytes: Uint8Array } | { readonly problem: Problem } | undefined> {
  try {
    const bytes = await disk.read(path);
    return bytes && { bytes };
  } catch (error) {
    if (!isHoldfastError(error, "store_read_only")) throw error;
    const message = `${name} may not be read by this user. It stays as it is.`;
    return { problem: { kind: "unreadable", path: name, message } };
  }
}
