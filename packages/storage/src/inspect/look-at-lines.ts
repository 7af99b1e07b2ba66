import { type Finding, ledgerLineSchema, runLogLineSchema } from "@holdfast/schema";
import { appendDurably } from "../disk/durable.ts";
import { closingOf, completeLines, jsonOf } from "../disk/lines.ts";
import type { StoreParts } from "../store-parts.ts";
import { isTurnsLine } from "../turns/turns.ts";
import { inPlace } from "./in-place.ts";
import type { Found, Look } from "./repair.ts";

/** The files that grow by lines: whether each line can be read, and whether the last is whole. */
export const lookAtLines: readonly Look[] = [
  (parts) =>
    lines(parts, {
      path: parts.paths.ledger,
      isLine: (value) => ledgerLineSchema.safeParse(value).success,
      torn: "ledger_torn",
      unreadable: "ledger_line_unreadable",
    }),
  (parts) =>
    lines(parts, {
      path: parts.paths.turns,
      isLine: isTurnsLine,
      torn: "turns_torn",
      unreadable: "turns_line_unreadable",
    }),
  (parts) =>
    lines(parts, {
      path: parts.paths.runs,
      isLine: (value) => runLogLineSchema.safeParse(value).success,
      torn: "run_log_torn",
      unreadable: "run_log_line_unreadable",
    }),
];

interface LinesFile {
  readonly path: string;
  readonly isLine: (value: unknown) => boolean;
  readonly torn: Finding["code"];
  readonly unreadable: Finding["code"];
}

async function lines(parts: StoreParts, file: LinesFile): Promise<Found[]> {
  const { path } = file;
  const bytes = await parts.disk.read(path);
  if (bytes === undefined) return [];
  const found: Found[] = [];
  const whole = completeLines(bytes);
  const skipped = whole.lines.filter((line) => !file.isLine(jsonOf(line.bytes))).length;
  if (skipped > 0) {
    const message = `${skipped} ${skipped === 1 ? "line" : "lines"} can't be read. They stay as they are and don't count.`;
    found.push({ finding: { code: file.unreadable, path, message, fix: "Correct them by hand." } });
  }
  if (whole.end < bytes.length) {
    const message =
      "Its last line was cut off while it was written. It was never acknowledged, and does not count.";
    const fix = "Nothing need be done: the next line closes it. `holdfast doctor --fix` closes it now.";
    found.push({ finding: { code: file.torn, path, message, fix }, repair: () => close(parts, path) });
  }
  return found;
}

/** Adds what closes a cut-off line; every byte before it stays. */
async function close(parts: StoreParts, path: string): Promise<string | undefined> {
  return inPlace(parts, async () => {
    const closing = await closingOf(parts.disk, path);
    if (closing === "") return undefined;
    await appendDurably(parts.disk, path, new TextEncoder().encode(closing));
    return "The line was closed as cut off.";
  });
}
