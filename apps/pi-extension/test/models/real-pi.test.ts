import {
  aModelRequest,
  type LoopbackReply,
  type ModelBehaviour,
  structuredModelBattery,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import type { PiComplete } from "../../src/models/pi-models.ts";
import { piRegistry } from "../../src/models/pi-registry.ts";
import { aRealPi, realCompletes, realPis } from "./real-pi.ts";

const failing: { readonly [failure: string]: LoopbackReply } = {
  auth: { kind: "error", status: 401 },
  quota: { kind: "error", status: 402 },
  rate_limited: { kind: "error", status: 429, headers: { "retry-after": "30" } },
  overloaded: { kind: "error", status: 529 },
  network: { kind: "cut_off", input: { actions: [] } },
  refused: { kind: "refusal", explanation: "Not this." },
  truncated: { kind: "max_tokens", input: { actions: ["x".repeat(100)] } },
  protocol: { kind: "error", status: 400, message: "system: unknown field" },
};

function wire(behaviour: ModelBehaviour): LoopbackReply {
  return behaviour.kind === "fails" ? failing[behaviour.failure]! : behaviour;
}

for (const [name, asking] of Object.entries(realPis)) {
  structuredModelBattery(`a model of ${name}`, async (behaviour) => {
    const { server, model, close } = await aRealPi(asking, behaviour.map(wire));
    return { model, asked: () => server.requests.length, close };
  });

  describe(`the real ${name}`, () => {
    test("knows its models, and that they have a credential", async () => {
      const { known, close } = await aRealPi(asking, []);
      expect(known.find("loopback/some/model")).toEqual({ id: "loopback/some/model" });
      expect(known.hasConfiguredAuth({ id: "loopback/some/model" })).toBe(true);
      expect(known.find("loopback/other")).toBeUndefined();
      await close();
    });

    test("sends its key, the forced tool, the stable part and no thinking", async () => {
      const { server, model, close } = await aRealPi(asking, [{ kind: "tool", input: {} }]);
      const reply = await model.complete(aModelRequest());
      expect(reply).toMatchObject({ kind: "answered", usage: { cost_usd: expect.any(Number) } });
      expect(server.requests[0]).toMatchObject({
        headers: { "x-api-key": "key-in-models-json" },
        body: {
          max_tokens: 32_000,
          tool_choice: { type: "tool", name: "submit" },
          thinking: { type: "disabled" },
          system: [{ text: expect.stringContaining("`submit`") }],
        },
      });
      await close();
    });

    test("tells of a model that refuses forcing so that it is asked without", async () => {
      const message = "tool_choice: this model does not support forcing a tool.";
      const { server, model, close } = await aRealPi(asking, [
        { kind: "error", status: 400, message },
        { kind: "tool", input: { done: true } },
      ]);
      expect(await model.complete(aModelRequest())).toMatchObject({ input: { done: true } });
      expect(server.requests.map(({ body }) => body?.tool_choice)).toEqual([
        { type: "tool", name: "submit" },
        undefined,
      ]);
      await close();
    });

    test("hangs up when the caller stops, and asks nobody again", async () => {
      const drip = { kind: "drip", input: { long: "x".repeat(900) }, everyMs: 40 } as const;
      const { server, model, close } = await aRealPi(asking, [drip]);
      const controller = new AbortController();
      const call = model.complete(aModelRequest({ signal: controller.signal }));
      while (server.requests.length === 0) await pause(5);
      await pause(150);
      controller.abort();
      expect(await call).toMatchObject({ failure: "aborted" });
      for (let waited = 0; !server.requests[0]?.hungUp && waited < 2_000; waited += 10) await pause(10);
      expect(server.requests).toMatchObject([{ hungUp: true }]);
      await close();
    });

    for (const [status, failure] of [
      [429, "rate_limited"],
      [529, "overloaded"],
    ] as const) {
      test(`is known as ${failure} at once where a retry would have to wait for 30 s`, async () => {
        const busy = { kind: "error", status, headers: { "retry-after": "30" } } as const;
        const { server, model, close } = await aRealPi(asking, [busy]);
        expect(await model.complete(aModelRequest({ timeoutMs: 8_000 }))).toMatchObject({ failure });
        expect(server.requests).toHaveLength(1);
        await close();
      });
    }
  });
}

test("a provider that is busy for a moment is asked again by Pi 1.6", async () => {
  const busy = { kind: "error", status: 529, headers: { "retry-after-ms": "20" } } as const;
  const { model, close } = await aRealPi(realPis["Pi 1.6"]!, [busy, { kind: "tool", input: { done: true } }]);
  expect(await model.complete(aModelRequest())).toMatchObject({ input: { done: true } });
  await close();
});

/** Of the APIs that Pi knows, all but Bedrock's, whose SDK does not load under the conditions that our tests run with. */
describe("a forced tool is in what is sent", () => {
  const named = { type: "function", function: { name: "submit" } };
  const flat = { type: "function", name: "submit" };
  const googles = { functionCallingConfig: { mode: "ANY" } };
  const table: readonly (readonly [api: string, where: string, choice: unknown])[] = [
    ["anthropic-messages", "tool_choice", { type: "tool", name: "submit" }],
    ["openai-completions", "tool_choice", named],
    ["mistral-conversations", "toolChoice", named],
    ["google-generative-ai", "config.toolConfig", googles],
    ["google-vertex", "config.toolConfig", googles],
    ["openai-responses", "tool_choice", flat],
    ["azure-openai-responses", "tool_choice", flat],
    ["openai-codex-responses", "tool_choice", "required"],
  ];
  for (const [pi, completeOf] of Object.entries(realCompletes)) {
    for (const [api, where, choice] of table) {
      test(`to ${api} by ${pi}`, async () => {
        expect(await sentBy(await completeOf(), api)).toHaveProperty(where, choice);
      });
    }
  }
});

/** What would be sent to a model of this API; nothing is. */
async function sentBy(complete: PiComplete, api: string): Promise<unknown> {
  let sent: unknown;
  const account = btoa(JSON.stringify({ "https://api.openai.com/auth": { chatgpt_account_id: "a" } }));
  const model = { provider: "custom", id: "m", api, baseUrl: "http://127.0.0.1:9", ...catalog };
  const { open } = piRegistry({
    registry: {
      find: () => model,
      hasConfiguredAuth: () => true,
      getApiKeyAndHeaders: async () => ({ ok: true, apiKey: `h.${account}.s` }),
    },
    complete: (model, prompt, options) =>
      complete(model, prompt, {
        ...options,
        onPayload(payload) {
          sent = options.onPayload?.(payload) ?? payload;
          throw new Error("Enough is known.");
        },
      }),
    log: () => {},
  });
  await open({ id: "custom/m" }).complete(aModelRequest());
  return sent;
}

const catalog = {
  name: "m",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 100_000,
  maxTokens: 1_000,
};

function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}
