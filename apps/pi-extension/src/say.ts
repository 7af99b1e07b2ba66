import { isHoldfastError, visible } from "@holdfast/schema";
import type { PiContext } from "./host.ts";

type Kind = "info" | "warning" | "error";

/** Tells a person something: as a notice where there is a screen, else as a line of output. */
export function say(ctx: Pick<PiContext, "hasUI" | "ui">, text: string, kind: Kind = "info"): void {
  const inert = visible(text);
  if (ctx.hasUI) ctx.ui.notify(inert, kind);
  else console.log(inert);
}

/** What went wrong, in words: the message and what to do. Only what nobody foresaw keeps its own words. */
export function troubleIn(error: unknown): string {
  if (isHoldfastError(error)) return `${error.message} ${error.hint}`;
  return `Holdfast met an error it did not foresee: ${error instanceof Error ? error.message : String(error)}`;
}
