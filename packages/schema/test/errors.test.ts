import { errorCodes, HoldfastError, isHoldfastError } from "@holdfast/schema";
import { expect, test, vi } from "vitest";

test("the list of codes is pinned: hosts switch on it", () => {
  expect(errorCodes).toEqual([
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
  ]);
});

test("an error says what happened, what to do, and why", () => {
  const cause = new TypeError("underneath");
  const error = new HoldfastError("disk_full", "The disk is full.", { hint: "Free some space.", cause });
  expect(error).toBeInstanceOf(Error);
  expect({ ...error, name: error.name, message: error.message, cause: error.cause }).toEqual({
    name: "HoldfastError",
    code: "disk_full",
    hint: "Free some space.",
    message: "The disk is full.",
    cause,
  });
  expect(error.stack).toContain("The disk is full.");
});

test("without a cause there is none, not even an undefined one", () => {
  expect("cause" in new HoldfastError("not_found", "m", { hint: "h" })).toBe(false);
});

test("an error of another copy of this package is known by its code", async () => {
  vi.resetModules();
  const other = await import("../src/errors.ts");
  expect(other.HoldfastError).not.toBe(HoldfastError);
  const error = new other.HoldfastError("writer_busy", "m", { hint: "h" });
  expect(error).not.toBeInstanceOf(HoldfastError);
  expect(isHoldfastError(error)).toBe(true);
  expect(isHoldfastError(error, "writer_busy")).toBe(true);
  expect(isHoldfastError(error, "disk_full")).toBe(false);
});

test.each([
  undefined,
  null,
  "writer_busy",
  { name: "HoldfastError", code: "writer_busy" },
  new Error("writer_busy"),
  Object.assign(new Error("ENOENT"), { code: "ENOENT" }),
])("what is no error of ours is not taken for one: %s", (error) => {
  expect(isHoldfastError(error)).toBe(false);
});
