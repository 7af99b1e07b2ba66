import diagnostics from "node:diagnostics_channel";
import {
  aModelRequest,
  type LoopbackMessages,
  type LoopbackReply,
  loopbackMessages,
} from "@holdfast/testkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { standaloneRegistry } from "../src/index.ts";

const channel = "undici:request:create";

describe("no request leaves for another host than the base URL's", () => {
  let origins: string[];
  let decoy: LoopbackMessages;
  const note = (message: unknown) => {
    origins.push(String((message as { request: { origin: unknown } }).request.origin));
  };

  beforeEach(async () => {
    origins = [];
    decoy = await loopbackMessages([{ kind: "tool", input: { from: "decoy" } }]);
    diagnostics.subscribe(channel, note);
    for (const name of ["BASE_URL", "API_KEY", "AUTH_TOKEN", "PROFILE", "WEBHOOK_SIGNING_KEY"])
      vi.stubEnv(`ANTHROPIC_${name}`, name === "BASE_URL" ? decoy.url : "decoy");
    vi.stubEnv("ANTHROPIC_IDENTITY_TOKEN", "decoy");
    vi.stubEnv("ANTHROPIC_FEDERATION_RULE_ID", "decoy");
    vi.stubEnv("ANTHROPIC_ORGANIZATION_ID", "decoy");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    diagnostics.unsubscribe(channel, note);
    await decoy.close();
  });

  const replies: { readonly [what: string]: (elsewhere: string) => LoopbackReply } = {
    "an answer": () => ({ kind: "tool", input: { from: "server" } }),
    "a permanent redirect": (to) => ({ kind: "raw", status: 308, headers: { location: to }, body: "" }),
    "a temporary redirect": (to) => ({ kind: "raw", status: 307, headers: { location: to }, body: "" }),
    "a redirect to GET": (to) => ({ kind: "raw", status: 303, headers: { location: to }, body: "" }),
    "a refused credential": () => ({ kind: "error", status: 401 }),
    overload: () => ({ kind: "error", status: 529, headers: { "retry-after-ms": "10" } }),
  };
  for (const [what, reply] of Object.entries(replies)) {
    test(`after ${what}`, { tags: ["only-the-given-host"] }, async () => {
      const server = await loopbackMessages([reply(`${decoy.url}/v1/messages`)]);
      const env = { ANTHROPIC_API_KEY: "given", ANTHROPIC_BASE_URL: server.url };
      const model = standaloneRegistry({ env }).open({ id: "anthropic/claude-sonnet-5-5" });
      await model.complete(aModelRequest());
      await server.close();
      expect(new Set(origins)).toEqual(new Set([server.url]));
      expect(decoy.requests).toEqual([]);
      expect(JSON.stringify(server.requests)).not.toContain("decoy");
    });
  }

  test("and the watch sees requests that do", async () => {
    await fetch(`${decoy.url}/v1/messages`, { method: "POST", body: "{}" });
    expect(origins).toEqual([decoy.url]);
    expect(decoy.requests).toHaveLength(1);
  });
});
