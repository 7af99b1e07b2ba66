import { aModelRequest, type LoopbackReply, loopbackMessages } from "@holdfast/testkit";
import { expect, test, vi } from "vitest";
import { anthropicModel } from "../src/index.ts";

// A file of its own: the SDK keeps hold of the console that it meets first.
test("the SDK prints nothing, whatever comes back, because hosts own the terminal", async () => {
  const levels = ["log", "info", "warn", "error", "debug"] as const;
  const spies = levels.map((level) => vi.spyOn(console, level));
  vi.stubEnv("ANTHROPIC_LOG", "debug");
  const stream = { "content-type": "text/event-stream" };
  const replies: LoopbackReply[] = [
    { kind: "raw", headers: stream, body: "event: message_start\ndata: {nonsense\n\n" },
    { kind: "error", status: 500, headers: { "retry-after-ms": "5" } },
    { kind: "tool", input: {} },
  ];
  const server = await loopbackMessages(replies);
  const model = anthropicModel({
    model: "any",
    baseUrl: server.url,
    credential: { apiKey: "key" },
    maxTokens: 100,
    priced: false,
  });
  for (const _ of replies) await model.complete(aModelRequest());
  await server.close();
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  vi.unstubAllEnvs();
});
