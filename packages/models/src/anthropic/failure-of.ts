import { type ModelFailure, redact } from "@holdfast/schema";
import { saysUsedUp } from "../limit-text.ts";

/** What an error of the SDK, of `fetch` or of reading means to us. `message` is one line, bounded, and free of secrets. */
export function failureOf(error: unknown): { failure: ModelFailure; message: string } {
  const facts = factsOf(error);
  return { failure: kindOf(facts), message: lineOf(facts) };
}

interface Facts {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
  /** The provider's own word for it: `overloaded_error`. */
  readonly type: string | undefined;
  readonly errorCode: string | undefined;
  /** Of the system call beneath: `ECONNREFUSED`. */
  readonly causeCode: string | undefined;
}

function kindOf({ name, message, status, type, errorCode, causeCode }: Facts): ModelFailure {
  if (name === "APIUserAbortError") return "aborted";
  if (name === "APIConnectionTimeoutError") return "timeout";
  if (name === "APIConnectionError") return "network";
  if (status !== undefined || type !== undefined) return kindOfStatus(status ?? 0, type, errorCode, message);
  if (name === "TypeError" && (causeCode !== undefined || message === "terminated")) return "network";
  return "protocol";
}

/** A stream that fails midway has no status, only a type. */
function kindOfStatus(
  status: number,
  type: string | undefined,
  errorCode: string | undefined,
  message: string,
): ModelFailure {
  if (status === 402 || type === "billing_error" || isSpent(errorCode) || saysUsedUp(message)) return "quota";
  if (status === 401 || status === 403) return "auth";
  if (type === "authentication_error" || type === "permission_error") return "auth";
  if (status === 429 || type === "rate_limit_error") return "rate_limited";
  if (status === 408 || status === 504 || type === "timeout_error") return "timeout";
  if (status === 413 || (status === 400 && tooLong.test(message))) return "truncated";
  if (status >= 500 || type === "overloaded_error" || type === "api_error") return "overloaded";
  return "protocol";
}

const tooLong = /\bprompt is too long\b|\bcontext (?:length|size|window)\b|\btoo many tokens\b/i;

/** Codes by which the API says that money or an allowance is used up. */
const spent = new Set([
  "contract_spend_limit_reached",
  "enforced_spend_limit_reached",
  "linked_organization_billing_unavailable",
  "linked_organization_spend_limit_reached",
  "organization_on_hold",
]);

function isSpent(errorCode: string | undefined): boolean {
  return errorCode !== undefined && spent.has(errorCode);
}

function factsOf(error: unknown): Facts {
  const own = (error ?? {}) as { readonly [key: string]: unknown };
  const name = text(own.name) ?? "";
  return {
    name,
    message: name.endsWith("ZodError")
      ? noMessage
      : (text(own.apiMessage) ?? text(own.message) ?? String(error)),
    status: typeof own.status === "number" ? own.status : undefined,
    type: text(own.type),
    errorCode: text(own.errorCode),
    causeCode: causeCodeOf(own.cause),
  };
}

/** When a server answers, but not in the language of the Messages API. */
export const noMessage = "What the server sent is no answer of the Messages API.";

/** `fetch` hides the system's error one or two causes deep. */
function causeCodeOf(cause: unknown, depth = 0): string | undefined {
  if (typeof cause !== "object" || cause === null || depth > 3) return undefined;
  const { code, cause: next } = cause as { code?: unknown; cause?: unknown };
  return text(code) ?? causeCodeOf(next, depth + 1);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function lineOf({ message, status, type, causeCode }: Facts): string {
  const redirected = status !== undefined && status >= 300 && status < 400;
  const said = redirected ? "The server redirects elsewhere, which is not followed." : message;
  return oneLine([status, type, said, causeCode && `(${causeCode})`].filter(Boolean).join(" "));
}

const longestMessage = 300;

/** Any text of a provider, fit for a log: one line, bounded, free of secrets and of control characters. */
export function oneLine(text: string): string {
  const clean = redact(text)
    .text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return clean.length > longestMessage ? `${clean.slice(0, longestMessage)}…` : clean;
}
