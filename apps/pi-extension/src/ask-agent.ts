import { requestMark } from "@holdfast/schema";
import type { PiContext, PiHost } from "./host.ts";
import { saveToolName } from "./save-tool.ts";

/** Asks the agent to save what the session taught, and notices when it did not. */
export interface AgentRequest {
  /** Sends the request as a message of the person. False when one is on its way already, or Pi takes none now. */
  ask(ctx: PiContext): boolean;
  /** The agent called the tool. */
  saved(): void;
  /** Another session began, or this one is over: nothing of before is waited for. */
  forget(): void;
}

interface Pending {
  readonly nonce: string;
  /** The request stands in the conversation: what runs now is ours. */
  seen: boolean;
  saved: boolean;
  readonly sentAt: number;
}

/** A request to an agent at rest is in the conversation by then, or lost: two that are sent together are more than Pi takes. */
const arrivesWithinMs = 2_000;

/**
 * At most one request waits. Exactly one notice is given when the agent settles a request without the call; none when the run was aborted or
 * failed, was another's, or the request never reached the agent. Where Pi tells when it has settled, that decides; before that version the end
 * of the agent's run does, and a failed one may be tried again until the person says something else.
 */
export function agentRequest(
  pi: PiHost,
  { settles, nudge }: { readonly settles: boolean; readonly nudge: (ctx: PiContext) => void },
): AgentRequest {
  let pending: Pending | undefined;
  let busy = false;
  let compacting = false;
  let lastStop: string | undefined;
  const whenItStarts: (() => void)[] = [];

  const settle = (ctx: PiContext) => {
    if (pending === undefined || !pending.seen) return;
    if (!settles && lastStop === "error") return; // it may be tried again
    const failed = lastStop === "error" || lastStop === "aborted";
    const { saved } = pending;
    pending = undefined;
    if (!saved && !failed) nudge(ctx);
  };

  pi.on("session_before_compact", () => {
    compacting = true;
  });
  for (const over of ["session_compact", "session_compact_failed"]) {
    pi.on(over, () => {
      compacting = false;
    });
  }
  pi.on("before_agent_start", () => {
    busy = true;
    compacting = false;
    if (pending?.seen) pending = undefined; // another request begins: what became of ours was told, or it failed
  });
  pi.on("agent_start", () => {
    busy = true;
    for (const send of whenItStarts.splice(0)) send();
  });
  pi.on("message_end", ({ message }: { message: unknown }) => {
    if (pending !== undefined && textOf(message).includes(pending.nonce)) pending.seen = true;
  });
  pi.on("agent_end", ({ messages }: { messages: readonly unknown[] }, ctx: PiContext) => {
    busy = false;
    lastStop = stopOf(messages);
    if (!settles) settle(ctx);
  });
  pi.on("agent_settled", (event: { aborted?: boolean }, ctx: PiContext) => {
    if (event.aborted === true) lastStop = "aborted";
    if (settles) settle(ctx);
  });

  return {
    ask(ctx) {
      const onItsWay =
        pending !== undefined && !pending.seen && Date.now() - pending.sentAt < arrivesWithinMs;
      if (onItsWay || compacting) return false;
      const nonce = Math.random().toString(36).slice(2, 10);
      pending = { nonce, seen: false, saved: false, sentAt: Date.now() };
      const text = requestText(nonce);
      const queue = () => pi.sendUserMessage(text, { deliverAs: "followUp" });
      if (!ctx.isIdle()) queue();
      else if (busy) whenItStarts.push(queue);
      else pi.sendUserMessage(text);
      return true;
    },
    saved() {
      if (pending?.seen) pending.saved = true;
    },
    forget() {
      pending = undefined;
      whenItStarts.length = 0;
      busy = false;
      compacting = false;
    },
  };
}

function requestText(nonce: string): string {
  return [
    `${requestMark} Consolidate memory: look back over this session and call ${saveToolName} exactly once with {lessons, preferences, decisions, domain}.`,
    "Put in what is worth knowing in later sessions: what went wrong and what works, how I want to work, what was decided and why, facts that the code does not show.",
    "One self-contained sentence each; leave a list empty when there is nothing. Do not edit memory files by hand, and do not save what a file says anyway.",
    `Then say in one or two sentences what you saved. (request ${nonce})`,
  ].join(" ");
}

function stopOf(messages: readonly unknown[]): string | undefined {
  const last = messages.filter((one) => (one as { role?: unknown }).role === "assistant").at(-1);
  return (last as { stopReason?: string } | undefined)?.stopReason;
}

function textOf(message: unknown): string {
  const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
  if (role !== "user") return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => String((part as { text?: unknown }).text ?? "")).join("");
}
