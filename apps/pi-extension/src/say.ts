import { isHoldfastError } from "@holdfast/schema";
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

/** Text from memory must not steer a terminal: control and format characters become visible ones. */
export function visible(text: string): string {
  return text.replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}
