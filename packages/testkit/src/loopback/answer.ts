import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { LoopbackReply } from "./loopback-reply.ts";
import type { LoopbackBody } from "./loopback-request.ts";
import { type Message, messageOf } from "./message-of.ts";
import { errorEvent, eventsOf } from "./sse.ts";

/** Answers one request as the script says. Resolves when the server has done its part; for a `hang` that is at once. */
export async function answer(
  response: ServerResponse,
  reply: LoopbackReply,
  asked: LoopbackBody | undefined,
): Promise<void> {
  if (reply.kind === "hang") return;
  if (reply.kind === "raw") return whole(response, reply.status ?? 200, reply.headers ?? {}, reply.body);
  if (reply.kind === "error") return whole(response, reply.status, reply.headers ?? {}, errorBody(reply));

  const message = messageOf(reply, asked);
  const streams = asked?.stream === true && !("as" in reply && reply.as === "json");
  const body = streams ? eventsOf(message).join("") : JSON.stringify(message);
  const headers = { "content-type": streams ? "text/event-stream; charset=utf-8" : "application/json" };
  switch (reply.kind) {
    case "error_midway":
      return whole(response, 200, headers, firstHalf(message) + errorEvent(reply));
    case "cut_off":
      response.writeHead(200, headers).write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    case "ends_early":
      return whole(response, 200, headers, body.slice(0, body.lastIndexOf("\n\n", body.length / 2) + 2));
    case "drip":
      return drip(response.writeHead(200, headers), body, reply.everyMs);
    default:
      return whole(response, 200, headers, body);
  }
}

function whole(
  response: ServerResponse,
  status: number,
  headers: { readonly [name: string]: string },
  body: string,
): void {
  response
    .writeHead(status, { "content-type": "application/json", "request-id": "req_loopback", ...headers })
    .end(body);
}

async function drip(response: ServerResponse, body: string, everyMs: number): Promise<void> {
  const size = Math.ceil(body.length / 50);
  for (let at = 0; at < body.length && !response.destroyed; at += size) {
    await pause(everyMs);
    response.write(body.slice(at, at + size));
  }
  response.end();
}

function firstHalf(message: Message): string {
  const events = eventsOf(message);
  return events.slice(0, events.length / 2).join("");
}

const typeOf: { readonly [status: number]: string } = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

function errorBody({ status, type, message, error_code }: LoopbackReply & { kind: "error" }): string {
  const error = {
    type: type ?? typeOf[status] ?? (status >= 500 ? "api_error" : "invalid_request_error"),
    message: message ?? `Scripted ${status}.`,
    ...(error_code !== undefined && { details: { error_code } }),
  };
  return JSON.stringify({ type: "error", error, request_id: "req_loopback" });
}
