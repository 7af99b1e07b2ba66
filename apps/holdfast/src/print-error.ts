import type { HoldfastError } from "@holdfast/schema";
import { CommanderError } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { usageHint } from "./usage-hint.ts";
import { visibleJson, visibleText } from "./visible-text.ts";

/** What happened and what to do: on stdout as JSON, on stderr in words. */
export function printError(error: HoldfastError, asJson: boolean): void {
  const { code, message, hint } = error;
  if (asJson) process.stdout.write(`${visibleJson({ error: { code, message, hint } })}\n`);
  else process.stderr.write(`${visibleText(message)}\n${visibleText(hint)}\n`);
}

/** A command line that can't be understood, and what was probably meant. */
export function printUsageError(
  error: CommanderError,
  { asJson, words, commands }: { asJson: boolean; words: readonly string[]; commands: readonly string[] },
): number {
  // Help that nobody asked for: the command whose help was wanted does not exist.
  const isHelp = error.code === "commander.help";
  const message = isHelp ? "There is no such command." : error.message.replace(/^error: /, "");
  const hint = usageHint(error.code, words, commands);
  if (asJson) process.stdout.write(`${visibleJson({ error: { code: "usage", message, hint } })}\n`);
  else process.stderr.write(`${visibleText(message)}\n${hint}\n`);
  return exitCodes.usage;
}

/** Ctrl-C while nothing could stop in order. */
export function printInterrupted(asJson: boolean): number {
  const message = "Interrupted.";
  const hint = "What was staged or saved before is kept. Run it again to go on.";
  if (asJson) process.stdout.write(`${visibleJson({ error: { code: "interrupted", message, hint } })}\n`);
  else process.stderr.write(`${message} ${hint}\n`);
  return exitCodes.interrupted;
}

/** A fault of our own: what there is to know goes on stderr, so that it can be reported. */
export function printFault(error: unknown, asJson: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  const hint = "This is a fault of Holdfast. What was staged or saved before is safe; please report it.";
  if (asJson) process.stdout.write(`${visibleJson({ error: { code: "unexpected", message, hint } })}\n`);
  const trace = error instanceof Error && error.stack ? error.stack : message;
  process.stderr.write(`${visibleText(trace)}\n${hint}\n`);
  return exitCodes.failed;
}

/** The command line was understood, but can't be meant. */
export function usageError(message: string): CommanderError {
  return new CommanderError(exitCodes.usage, "holdfast.usage", message);
}
