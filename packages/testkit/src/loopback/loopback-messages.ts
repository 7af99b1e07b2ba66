import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answer } from "./answer.ts";
import type { LoopbackReply } from "./loopback-reply.ts";
import type { LoopbackBody, LoopbackRequest } from "./loopback-request.ts";

/** One reply for each request, the last one again and again; or a function of the request and its number, from 0, which may take its time. */
export type LoopbackScript =
  | readonly LoopbackReply[]
  | ((request: LoopbackRequest, nth: number) => LoopbackReply | Promise<LoopbackReply>);

export interface LoopbackMessages {
  /** `http://127.0.0.1:<port>`, the base URL for a client. */
  readonly url: string;
  /** Every request so far, whatever its path, in order of arrival. */
  readonly requests: readonly LoopbackRequest[];
  /** Stops listening and destroys what is still open. */
  close(): Promise<void>;
}

/**
 * A Messages API on 127.0.0.1 that answers `POST /v1/messages` as the script says, as a stream where one is asked for. Resolves once it
 * listens, on a port of its own.
 */
export async function loopbackMessages(script: LoopbackScript): Promise<LoopbackMessages> {
  const requests: LoopbackRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = { ...(await received(incoming)), hungUp: false };
    const nth = requests.push(request) - 1;
    response.on("close", () => {
      request.hungUp = !response.writableFinished;
    });
    await answer(response, await replyTo(request, nth, script), request.body);
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function replyTo(
  request: LoopbackRequest,
  nth: number,
  script: LoopbackScript,
): LoopbackReply | Promise<LoopbackReply> {
  if (request.method !== "POST" || request.path !== "/v1/messages") return { kind: "error", status: 404 };
  if (typeof script === "function") return script(request, nth);
  return script[nth] ?? script.at(-1) ?? { kind: "hang" };
}

async function received(incoming: IncomingMessage): Promise<Omit<LoopbackRequest, "hungUp">> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "", url = "", headers } = incoming;
  return {
    method,
    path: new URL(url, "http://127.0.0.1").pathname,
    headers,
    body: parsed(Buffer.concat(chunks).toString()),
  };
}

function parsed(text: string): LoopbackBody | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the test sees that the body was no JSON
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
