import type { IncomingHttpHeaders } from "node:http";

/** A request that arrived. */
export interface LoopbackRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined where the body is none. */
  readonly body: LoopbackBody | undefined;
  /** True once the client has gone away before the answer was complete. */
  readonly hungUp: boolean;
}

/** The parts of a request that tests look at; the rest is there too. */
export interface LoopbackBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly system?: unknown;
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly name: string; readonly input_schema: unknown }[];
  readonly tool_choice?: { readonly type: string; readonly name?: string };
  readonly [key: string]: unknown;
}
