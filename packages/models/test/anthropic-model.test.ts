import {
  aModelRequest,
  type LoopbackReply,
  type LoopbackScript,
  loopbackMessages,
  type ModelBehaviour,
  structuredModelBattery,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { type AnthropicOptions, anthropicModel } from "../src/index.ts";

/** A model that is allowed to be forced, behind a scripted server. */
async function behind(script: LoopbackScript, over: Partial<AnthropicOptions> = {}) {
  const server = await loopbackMessages(script);
  const model = anthropicModel({
    model: "claude-haiku-4-5",
    baseUrl: server.url,
    credential: { apiKey: "test-key" },
    maxTokens: 1_000,
    priced: false,
    ...over,
  });
  return { server, model };
}

/** Asks once. */
async function ask(script: LoopbackScript, over: Parameters<typeof aModelRequest>[0] = {}) {
  const { server, model } = await behind(script);
  const start = performance.now();
  const reply = await model.complete(aModelRequest(over));
  const ms = performance.now() - start;
  await server.close();
  return { reply, ms, requests: server.requests };
}

const failing: { readonly [failure: string]: LoopbackReply } = {
  auth: { kind: "error", status: 401 },
  quota: { kind: "error", status: 402 },
  rate_limited: { kind: "error", status: 429, headers: { "retry-after": "30" } },
  overloaded: { kind: "error", status: 529 },
  network: { kind: "cut_off", input: { actions: [] } },
  refused: { kind: "refusal" },
  truncated: { kind: "max_tokens", input: { actions: ["x".repeat(100)] } },
  protocol: { kind: "raw", body: "not JSON" },
};

for (const as of ["stream", "json"] as const) {
  const wire = (behaviour: ModelBehaviour): LoopbackReply => {
    const reply = behaviour.kind === "fails" ? failing[behaviour.failure]! : behaviour;
    return as === "json" ? ({ ...reply, as } as LoopbackReply) : reply;
  };
  structuredModelBattery(`the Anthropic adapter, answered by ${as},`, async (behaviour) => {
    const { server, model } = await behind(behaviour.map(wire));
    return { model, asked: () => server.requests.length, close: server.close };
  });
}

describe("what it sends", () => {
  test("is the prompt, the one tool and the stable part with the only cache mark", async () => {
    const { requests } = await ask([{ kind: "tool", input: {} }]);
    const { tool, system, prompt } = aModelRequest();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toEqual({
      model: "claude-haiku-4-5",
      max_tokens: 1_000,
      stream: true,
      system: [
        {
          type: "text",
          text: expect.stringMatching(new RegExp(`^${system}\n\n.*\`${tool.name}\``)),
          cache_control: { type: "ephemeral" },
        },
      ],
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.input }],
      tool_choice: { type: "tool", name: tool.name, disable_parallel_tool_use: true },
      messages: [{ role: "user", content: prompt }],
    });
  });

  test("has the same system text and tools whatever the prompt, so that the cache is met", async () => {
    const { server, model } = await behind([{ kind: "tool", input: {} }]);
    for (const prompt of ["one", "two"]) await model.complete(aModelRequest({ prompt }));
    await server.close();
    const stable = server.requests.map(({ body }) => JSON.stringify([body?.tools, body?.system]));
    expect(stable[0]).toBe(stable[1]);
  });

  for (const model of ["claude-sonnet-5-5", "claude-opus-5-5", "claude-fable-5-1"]) {
    test(`${model}, which refuses a forced tool, is not forced`, async () => {
      const { server, model: opened } = await behind([{ kind: "tool", input: {} }], { model });
      await opened.complete(aModelRequest());
      await server.close();
      expect(server.requests.map(({ body }) => body?.tool_choice?.type)).toEqual(["auto"]);
    });
  }

  test("a model that turns out to refuse a forced tool is asked without, once and for all", async () => {
    const { server, model } = await behind(({ body }) =>
      body?.tool_choice?.type === "tool"
        ? {
            kind: "error",
            status: 400,
            message: 'tool_choice: type "tool" and "any" are not supported for this model.',
          }
        : { kind: "tool", input: { ok: true } },
    );
    const first = await model.complete(aModelRequest());
    const second = await model.complete(aModelRequest());
    await server.close();
    expect([first, second]).toMatchObject([{ input: { ok: true } }, { input: { ok: true } }]);
    expect(server.requests.map(({ body }) => body?.tool_choice?.type)).toEqual(["tool", "auto", "auto"]);
  });
});

test("calls at the same time that find out together are all asked again", async () => {
  const refusal = 'tool_choice: type "tool" and "any" are not supported for this model.';
  const { server, model } = await behind(({ body }) =>
    body?.tool_choice?.type === "tool"
      ? { kind: "error", status: 400, message: refusal }
      : { kind: "tool", input: { ok: true } },
  );
  const replies = await Promise.all([1, 2, 3].map(() => model.complete(aModelRequest())));
  await server.close();
  expect(replies.map(({ kind }) => kind)).toEqual(["answered", "answered", "answered"]);
});

describe("what it hears", () => {
  for (const as of [undefined, "json"] as const) {
    test(`counts what the cache gave and kept as input (${as ?? "stream"})`, async () => {
      const usage = {
        input_tokens: 10,
        output_tokens: 5,
        cache_read_input_tokens: 1_000,
        cache_creation_input_tokens: 200,
      };
      const reply: LoopbackReply = { kind: "tool", input: {}, usage, ...(as && { as }) };
      const { server, model } = await behind([reply], { model: "claude-sonnet-5-5", priced: true });
      const { usage: used } = await model.complete(aModelRequest());
      await server.close();
      expect(used).toEqual({
        input: 1_210,
        output: 5,
        cache_read: 1_000,
        cache_write: 200,
        cost_usd: expect.closeTo((10 * 2 + 200 * 2.5 + 1_000 * 0.1 + 5 * 10) / 1e6, 12),
      });
    });
  }

  test("a tool of another name is read too, because only one was offered", async () => {
    const { reply } = await ask([{ kind: "tool", name: "submitt", input: { actions: [] } }]);
    expect(reply).toMatchObject({ kind: "answered", input: { actions: [] } });
  });

  test("a tool's input that is no JSON comes back as text", async () => {
    const { reply } = await ask([{ kind: "tool_json", json: '{"actions": [,]}' }]);
    expect(reply).toMatchObject({ kind: "answered", input: '{"actions": [,]}' });
  });

  for (const text of [
    "You've hit your limit · resets 10pm (America/New_York)",
    "You’ve hit your session limit. Limits will reset at 9:30 AM.",
    "Claude AI usage limit reached|1762952400",
    "Your credit balance is too low to access the API.",
    "API Error: Rate limit reached",
  ]) {
    test(`${JSON.stringify(text)} as an answer is a quota`, async () => {
      const { reply } = await ask([{ kind: "text", text }]);
      expect(reply).toMatchObject({ kind: "failed", failure: "quota", message: text });
    });
  }

  test("the same words in a tool's input are an answer", async () => {
    const input = { actions: [{ ref: "C1", reason: "Usage limit reached, says the text.", action: "add" }] };
    expect((await ask([{ kind: "tool", input }])).reply).toMatchObject({ kind: "answered", input });
    const text = JSON.stringify(input);
    expect((await ask([{ kind: "text", text }])).reply).toMatchObject({ kind: "answered", input: text });
  });

  test("a tool's input of 2 MB comes whole", async () => {
    const input = { detail: "é".repeat(1_000_000) };
    const { reply } = await ask([{ kind: "tool", input, as: "json" }]);
    expect(reply).toMatchObject({ kind: "answered", input });
  });

  test("an answer of 5 MB is cut off, not held", async () => {
    const { reply, requests } = await ask([
      { kind: "tool", input: { detail: "x".repeat(5_000_000) }, as: "json" },
    ]);
    expect(reply).toEqual({
      kind: "failed",
      failure: "protocol",
      message: "The answer is larger than 4000000 bytes.",
    });
    expect(requests).toHaveLength(1);
  });
});

describe("what fails", () => {
  const error = (status: number, over: object = {}): LoopbackReply => ({ kind: "error", status, ...over });
  const html = { "content-type": "text/html" };
  const table: readonly (readonly [string, LoopbackReply, string, RegExp])[] = [
    [
      "401",
      error(401, { message: "invalid x-api-key" }),
      "auth",
      /^401 authentication_error invalid x-api-key$/,
    ],
    ["403", error(403), "auth", /permission_error/],
    ["403 for a spent allowance", error(403, { error_code: "enforced_spend_limit_reached" }), "quota", /403/],
    ["402", error(402), "quota", /billing_error/],
    ["400 for want of credit", error(400, { message: "Your credit balance is too low." }), "quota", /credit/],
    ["429", error(429, { headers: { "retry-after": "30" } }), "rate_limited", /rate_limit_error/],
    [
      "429 for a spent allowance",
      error(429, { message: "You have reached your specified API usage limits." }),
      "quota",
      /usage limits/,
    ],
    ["400", error(400, { message: "max_tokens: too large" }), "protocol", /max_tokens: too large/],
    [
      "400 for a long prompt",
      error(400, { message: "prompt is too long: 210000 tokens" }),
      "truncated",
      /210000/,
    ],
    ["404", error(404, { message: "model: nope" }), "protocol", /not_found_error model: nope/],
    ["408", error(408), "timeout", /408/],
    ["413", error(413), "truncated", /request_too_large/],
    ["500", error(500), "overloaded", /api_error/],
    [
      "502 with HTML",
      { kind: "raw", status: 502, headers: html, body: "<html>Bad Gateway" },
      "overloaded",
      /502/,
    ],
    ["503", error(503), "overloaded", /503/],
    ["504", error(504), "timeout", /timeout_error/],
    ["529", error(529, { message: "Overloaded" }), "overloaded", /^529 overloaded_error Overloaded$/],
    [
      "an overload in the middle of a stream",
      { kind: "error_midway", type: "overloaded_error", message: "Overloaded" },
      "overloaded",
      /Overloaded/,
    ],
    [
      "a rate limit in the middle of a stream",
      { kind: "error_midway", type: "rate_limit_error", message: "Slow down" },
      "rate_limited",
      /Slow down/,
    ],
    [
      "a socket destroyed midway",
      { kind: "cut_off", input: { long: "x".repeat(500) } },
      "network",
      /terminated/,
    ],
    [
      "a stream that ends early",
      { kind: "ends_early", input: { long: "x".repeat(500) } },
      "network",
      /cut off/,
    ],
    ["garbage as JSON", { kind: "raw", body: "{nonsense" }, "protocol", /./],
    [
      "garbage as a stream",
      {
        kind: "raw",
        headers: { "content-type": "text/event-stream" },
        body: "event: message_start\ndata: {nonsense\n\n",
      },
      "protocol",
      /./,
    ],
    [
      "JSON that is no message",
      { kind: "raw", body: '{"choices": []}' },
      "protocol",
      /no answer of the Messages API/,
    ],
    ["a page in place of an answer", { kind: "raw", headers: html, body: "<html>Log in" }, "protocol", /./],
    ["an empty answer", { kind: "text", text: "  " }, "protocol", /nothing/],
    [
      "a redirect",
      { kind: "raw", status: 307, headers: { location: "https://example.com/" }, body: "" },
      "protocol",
      /redirects elsewhere/,
    ],
    ["max_tokens", { kind: "max_tokens", input: { actions: [1, 2, 3] } }, "truncated", /tokens/],
    ["a full context", { kind: "context_full" }, "truncated", /context/],
    ["a refusal", { kind: "refusal", explanation: "Not this." }, "refused", /^Not this\.$/],
  ];
  for (const [what, reply, failure, message] of table) {
    test(`${what} is ${failure}`, async () => {
      const answered = await ask([reply], { timeoutMs: 3_000 });
      expect(answered.reply).toMatchObject({
        kind: "failed",
        failure,
        message: expect.stringMatching(message),
      });
      expect(answered.requests).toHaveLength(1);
    });
  }

  test("a server that is not there is network, and says why", async () => {
    const { server, model } = await behind([]);
    await server.close();
    const reply = await model.complete(aModelRequest({ timeoutMs: 3_000 }));
    expect(reply).toMatchObject({ failure: "network", message: expect.stringContaining("ECONNREFUSED") });
  });

  test("what a failed call used is told", async () => {
    const { reply } = await ask([{ kind: "max_tokens", input: {}, usage: { output_tokens: 1_000 } }]);
    expect(reply).toMatchObject({ failure: "truncated", usage: { input: 100, output: 1_000 } });
  });

  test("what a call had used when its time was up is told", async () => {
    const { reply } = await ask([{ kind: "drip", input: { long: "x".repeat(900) }, everyMs: 50 }], {
      timeoutMs: 1_000,
    });
    expect(reply).toMatchObject({ failure: "timeout", usage: { input: 100 } });
  });

  test("what a model says for itself is made one harmless line", async () => {
    const { reply } = await ask([{ kind: "refusal", explanation: "No.\n\u001b[2JNever." }]);
    expect(reply).toMatchObject({ failure: "refused", message: "No. [2JNever." });
  });

  test("a key that the server repeats is not", async () => {
    const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
    const { reply } = await ask([error(401, { message: `bad key ${key}\n\u001b[31mred` })]);
    expect(reply).toMatchObject({ message: expect.stringMatching(/^401 .*bad key \[redacted[^\n\u001b]*$/) });
    expect(JSON.stringify(reply)).not.toContain("a1B2a1B2");
  });
});

describe("time", () => {
  const busy = (seconds: number): LoopbackReply => ({
    kind: "error",
    status: 529,
    headers: { "retry-after": `${seconds}` },
  });
  const done: LoopbackReply = { kind: "tool", input: { done: true } };

  for (const status of [429, 529]) {
    test(`${status} with retry-after 60 ends a call of 2 s at once, as what it is`, async () => {
      const reply: LoopbackReply = { kind: "error", status, headers: { "retry-after": "60" } };
      const { reply: heard, ms, requests } = await ask([reply, done], { timeoutMs: 2_000 });
      expect(heard).toMatchObject({ failure: status === 429 ? "rate_limited" : "overloaded" });
      expect(ms).toBeLessThan(1_000);
      expect(requests).toHaveLength(1);
    });
  }

  test("retry-after 60 is too long for a call of 20 s as well", async () => {
    const { reply, ms } = await ask([busy(60), done], { timeoutMs: 20_000 });
    expect(reply).toMatchObject({ failure: "overloaded" });
    expect(ms).toBeLessThan(2_000);
  });

  test("a date to retry after is too long", async () => {
    const reply: LoopbackReply = {
      kind: "error",
      status: 429,
      headers: { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" },
    };
    expect((await ask([reply, done])).reply).toMatchObject({ failure: "rate_limited" });
  });

  test("a provider that is busy for a moment is asked again", async () => {
    const { reply, requests } = await ask([busy(1), done]);
    expect(reply).toMatchObject({ kind: "answered", input: { done: true } });
    expect(requests).toHaveLength(2);
  });

  test("a provider that stays busy is asked three times, no more", async () => {
    const { reply, requests } = await ask([
      { kind: "error", status: 529, headers: { "retry-after-ms": "20" } },
    ]);
    expect(reply).toMatchObject({ failure: "overloaded" });
    expect(requests).toHaveLength(3);
  });

  test("a call of less than 5 s is not repeated", async () => {
    const { requests } = await ask([{ kind: "error", status: 529 }], { timeoutMs: 4_000 });
    expect(requests).toHaveLength(1);
  });

  test("a hang after a retry ends when the first would have", async () => {
    const { reply, ms, requests } = await ask([busy(1), { kind: "hang" }], { timeoutMs: 5_000 });
    expect(reply).toMatchObject({ failure: "timeout" });
    expect(requests).toHaveLength(2);
    expect(ms).toBeGreaterThan(4_900);
    expect(ms).toBeLessThan(5_800);
  });

  test("a slow drip of bytes does not keep a call alive", async () => {
    const { reply, ms } = await ask([{ kind: "drip", input: { a: 1 }, everyMs: 100 }], { timeoutMs: 400 });
    expect(reply).toMatchObject({ failure: "timeout", message: "No answer within 400 ms." });
    expect(ms).toBeLessThan(1_200);
  });

  test("a slow drip that ends in time is an answer", async () => {
    const { reply } = await ask([{ kind: "drip", input: { a: "日本" }, everyMs: 5 }]);
    expect(reply).toMatchObject({ kind: "answered", input: { a: "日本" } });
  });

  for (const [what, reply, wait] of [
    ["while it waits for the first byte", { kind: "hang" }, 100],
    ["while an answer arrives", { kind: "drip", input: { long: "x".repeat(900) }, everyMs: 60 }, 300],
  ] as const) {
    test(`an abort ${what} closes the connection`, async () => {
      const { server, model } = await behind([reply]);
      const controller = new AbortController();
      const call = model.complete(aModelRequest({ signal: controller.signal }));
      while (server.requests.length === 0) await pause(5);
      await pause(wait);
      controller.abort();
      expect(await call).toMatchObject({ failure: "aborted" });
      for (let waited = 0; !server.requests[0]?.hungUp && waited < 2_000; waited += 10) await pause(10);
      expect(server.requests[0]?.hungUp).toBe(true);
      await server.close();
    });
  }

  test("an abort during the wait for a retry ends it at once, and nobody is asked again", async () => {
    const { server, model } = await behind([busy(2), done]);
    const controller = new AbortController();
    const call = model.complete(aModelRequest({ signal: controller.signal, timeoutMs: 20_000 }));
    while (server.requests.length === 0) await pause(5);
    await pause(100);
    const start = performance.now();
    controller.abort();
    expect(await call).toMatchObject({ failure: "aborted" });
    expect(performance.now() - start).toBeLessThan(250);
    await pause(2_200);
    expect(server.requests).toHaveLength(1);
    await server.close();
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}
