import type { Turn } from "@holdfast/schema";
import { planWindows, turnKeys, type Window } from "../src/index.ts";

/** A turn of a person, unless `over` says otherwise. */
export function aTurn(text: string, over: Partial<Turn> = {}): Turn {
  return { id: `e-${text.slice(0, 12)}`, role: "user", text, ...over };
}

/** The windows of these turns, of which those at `readBefore` were read before. */
export function windowsOf(
  turns: readonly Turn[],
  { tokens = 12_000, readBefore = [] }: { tokens?: number; readBefore?: readonly number[] } = {},
): readonly Window[] {
  const keys = turnKeys({ turns: [...turns] });
  const read = new Set(readBefore.map((index) => keys[index]!));
  return planWindows({ turns, keys, read, windowTokens: tokens }).windows;
}

/** The one window of these turns. */
export function theWindow(turns: readonly Turn[], readBefore: readonly number[] = []): Window {
  const [window, ...others] = windowsOf(turns, { readBefore });
  if (window === undefined || others.length > 0) throw new Error(`There are ${others.length + 1} windows.`);
  return window;
}
