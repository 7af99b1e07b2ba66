import { aModelRequest, type LoopbackReply, loopbackMessages } from "@holdfast/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anthropicModel } from "../src/index.ts";

const junk = fc.oneof(
  fc.string(),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);
const event = fc.record(
  {
    type: fc.constantFrom(
      "message_start",
      "content_block_start",
      "content_block_delta",
      "message_delta",
      "message_stop",
      "error",
      "other",
    ),
    index: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.string()),
    message: fc.oneof(fc.jsonValue(), fc.record({ usage: fc.jsonValue() })),
    content_block: fc.record(
      { type: fc.constantFrom("text", "tool_use", "thinking"), name: fc.string(), input: fc.jsonValue() },
      { requiredKeys: ["type"] },
    ),
    delta: fc.record(
      { text: fc.string(), partial_json: fc.string(), stop_reason: fc.oneof(fc.string(), fc.constant(null)) },
      { requiredKeys: [] },
    ),
    usage: fc.oneof(fc.constant(null), fc.dictionary(fc.string(), fc.jsonValue())),
  },
  { requiredKeys: ["type"] },
);
const stream = fc
  .array(event, { maxLength: 8 })
  .map((events) => events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join(""));
const reply: fc.Arbitrary<LoopbackReply> = fc
  .record({
    body: fc.oneof(
      junk,
      stream,
      fc.record({ content: fc.jsonValue() }).map((body) => JSON.stringify(body)),
    ),
    status: fc.constantFrom(200, 200, 200, 201, 204, 301, 400, 418, 429, 500),
    type: fc.constantFrom("application/json", "text/event-stream", "text/html", ""),
  })
  .map(({ body, status, type }) => ({ kind: "raw", status, body, headers: { "content-type": type } }));

test("whatever a server answers, the model gives a reply and never rejects", async () => {
  let next: LoopbackReply = { kind: "hang" };
  const server = await loopbackMessages(() => next);
  const model = anthropicModel({
    model: "any",
    baseUrl: server.url,
    credential: { apiKey: "key" },
    maxTokens: 100,
    priced: false,
  });
  await fc.assert(
    fc.asyncProperty(reply, async (answer) => {
      next = answer;
      const heard = await model.complete(aModelRequest({ timeoutMs: 4_000 }));
      if (heard.kind === "failed") {
        expect(heard.failure).not.toBe("timeout");
        expect(heard.message).toMatch(/^[^\n]{1,301}$/u);
      } else expect(heard.usage.input).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 500 },
  );
  await server.close();
});
