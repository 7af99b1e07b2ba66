import { aModelRequest, structuredModelBattery } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { piRegistry } from "../../src/models/pi-registry.ts";
import { sessionModelId } from "../../src/models/session-model-id.ts";
import { behaving, type FakePi, fakePi, piShapes, text, toolCall, trouble, usage } from "./fake-pi.ts";

const id = "acme/some/model";

for (const shape of piShapes) {
  structuredModelBattery(`a model of Pi where ${shape}`, async (behaviour) => {
    const pi = fakePi({ shape, answers: behaviour.map(behaving) });
    return { model: registryOf(pi).open({ id }), asked: () => pi.calls.length, close: async () => {} };
  });
}

function registryOf({ registry, complete }: FakePi, logged: string[] = []) {
  return piRegistry({ registry, complete, log: (line) => logged.push(line) });
}

/** Asks once. */
async function ask(pi: FakePi, over: Parameters<typeof aModelRequest>[0] = {}) {
  return registryOf(pi).open({ id }).complete(aModelRequest(over));
}

describe("the registry", () => {
  test("knows what Pi knows, by provider and model, slashes and all", () => {
    const registry = registryOf(fakePi({ answers: [] }));
    expect(registry.find(id)).toEqual({ id });
    expect(registry.hasConfiguredAuth({ id })).toBe(true);
    for (const unknown of ["acme/some", "acme/", "acme", "/some/model", "some/model", "", " acme/some/model"])
      expect(registry.find(unknown)).toBeUndefined();
  });

  test("says what to do about a model without a credential", () => {
    const registry = registryOf(fakePi({ answers: [], configured: false }));
    expect(registry.find(id)?.advice).toMatch(/\/login.*acme/);
    expect(registry.hasConfiguredAuth({ id })).toBe(false);
    expect(registry.hasConfiguredAuth({ id: "acme/unknown" })).toBe(false);
  });

  test("offers no model where Pi lets nobody ask", async () => {
    const pi = { ...fakePi({ shape: "pi-ai asks", answers: [] }), complete: undefined };
    const registry = registryOf(pi);
    expect(registry.find(id)?.advice).toMatch(/This version of Pi/);
    expect(registry.hasConfiguredAuth({ id })).toBe(false);
    expect(await ask(pi)).toMatchObject({ failure: "auth", message: expect.stringMatching(/This version/) });
  });

  test("prefers Pi's own way of asking, which finds the credential by itself", async () => {
    const { registry, calls } = fakePi({ answers: [toolCall({})] });
    const other = fakePi({ shape: "pi-ai asks", answers: [toolCall({})] });
    await ask({ ...other, registry: { ...other.registry, ...registry } });
    expect([calls.length, other.calls.length]).toEqual([1, 0]);
    expect(calls[0]?.options.apiKey).toBeUndefined();
  });
});

describe("what it sends", () => {
  test("is the stable part, one message and the one tool", async () => {
    const pi = fakePi({ answers: [toolCall({})] });
    const input = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} };
    await ask(pi, { tool: { name: "submit", description: "Hands in.", input } });
    const { system, prompt } = aModelRequest();
    expect(pi.calls[0]?.prompt).toEqual({
      systemPrompt: expect.stringMatching(new RegExp(`^${system}\n\n.*\`submit\``)),
      messages: [{ role: "user", content: [{ type: "text", text: prompt }], timestamp: expect.any(Number) }],
      tools: [{ name: "submit", description: "Hands in.", parameters: { type: "object", properties: {} } }],
    });
  });

  test("has the credential, the server and the environment that Pi gives for the call", async () => {
    const headers = { "x-team": "a", "x-usual": null };
    const given = { apiKey: "k", headers, baseUrl: "https://eu.example.com", env: { REGION: "eu" } };
    const pi = fakePi({ shape: "pi-ai asks", answers: [toolCall({})], auth: { ok: true, ...given } });
    await ask(pi);
    expect(pi.calls[0]).toMatchObject({
      model: { provider: "acme", id: "some/model", baseUrl: given.baseUrl },
      options: { apiKey: "k", headers, env: given.env },
    });
  });

  test("gives a signal of its own, not the caller's", async () => {
    const pi = fakePi({ answers: [toolCall({})] });
    const { signal } = new AbortController();
    await ask(pi, { signal });
    expect(pi.calls[0]?.options.signal).not.toBe(signal);
    expect(pi.calls[0]?.options.signal.aborted).toBe(true); // nothing goes on
  });

  for (const [what, model, most] of [
    ["has a bound of its own", {}, 32_000],
    ["may be as long as the model can", { maxTokens: 8_000, contextWindow: 200_000 }, 8_000],
    ["leaves room in a small context", { maxTokens: 16_384, contextWindow: 32_768 }, 8_192],
    ["has a bound where Pi knows none", { maxTokens: 0, contextWindow: 0 }, 32_000],
  ] as const) {
    test(`an answer ${what}`, async () => {
      const pi = fakePi({ answers: [toolCall({})], model });
      await ask(pi);
      expect(pi.calls[0]?.options.maxTokens).toBe(most);
    });
  }

  for (const [shape, timeoutMs, maxRetries] of [
    ["its registry asks", 180_000, 2],
    ["its registry asks", 4_000, 0],
    ["pi-ai asks", 180_000, 0],
  ] as const) {
    test(`where ${shape}, a call of ${timeoutMs} ms is repeated at most ${maxRetries} times`, async () => {
      const pi = fakePi({ shape, answers: [toolCall({})] });
      await ask(pi, { timeoutMs });
      expect(pi.calls[0]?.options).toMatchObject({
        timeoutMs,
        maxRetries,
        maxRetryDelayMs: timeoutMs / 4,
      });
    });
  }
});

describe("forcing", () => {
  const refusal = trouble(
    '400 {"type":"error","error":{"type":"invalid_request_error","message":"tool_choice: no forcing here."}}',
  );

  test("is tried, given up when the model refuses, and not tried again by any who open it", async () => {
    const logged: string[] = [];
    const pi = fakePi({ answers: [refusal, toolCall({ nth: 1 }), toolCall({ nth: 2 })] });
    const registry = registryOf(pi, logged);
    const first = await registry.open({ id }).complete(aModelRequest());
    const second = await registry.open({ id }).complete(aModelRequest());
    expect([first, second]).toMatchObject([{ input: { nth: 1 } }, { input: { nth: 2 } }]);
    expect(pi.calls.map(({ options }) => [options.toolChoice, options.thinkingEnabled])).toEqual([
      [{ type: "tool", name: "submit" }, false],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(logged).toEqual([expect.stringContaining(id)]);
  });

  test("is given up for a refusal that stands far behind in a long error", async () => {
    const pi = fakePi({ answers: [trouble(`400 ${"x".repeat(500)} tool_choice`), toolCall({})] });
    expect(await ask(pi)).toMatchObject({ kind: "answered" });
  });

  test("that was not tried is not given up", async () => {
    const pi = fakePi({ answers: [refusal, toolCall({})], model: { api: "somebody-elses-api" } });
    expect(await ask(pi)).toMatchObject({ failure: "protocol" });
    expect(pi.calls).toHaveLength(1);
  });

  test("is not tried with a Claude that is known to refuse it", async () => {
    const pi = fakePi({
      answers: [toolCall({})],
      model: { provider: "anthropic", id: "claude-sonnet-5-5" },
    });
    await registryOf(pi).open({ id: "anthropic/claude-sonnet-5-5" }).complete(aModelRequest());
    expect(pi.calls[0]?.options.toolChoice).toBeUndefined();
  });

  test("patches what Pi's older Responses providers would send", async () => {
    const pi = fakePi({ answers: [toolCall({})], model: { api: "openai-codex-responses" } });
    await ask(pi);
    expect(pi.calls[0]?.options.onPayload?.({ tool_choice: "auto", input: [] })).toEqual({
      tool_choice: "required",
      input: [],
    });
  });
});

describe("what comes back", () => {
  test("is the argument of the tool, whatever else was said and called", async () => {
    const content = [
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "Here:" },
      { type: "toolCall", id: "1", name: "other", arguments: { wrong: true } },
      { type: "toolCall", id: "2", name: "submit", arguments: { right: true } },
    ];
    const pi = fakePi({ answers: [{ content, stopReason: "toolUse" }] });
    expect(await ask(pi)).toEqual({
      kind: "answered",
      input: { right: true },
      stop_reason: "toolUse",
      usage: { input: 450, output: 20, cache_read: 300, cache_write: 50, cost_usd: 0.003 },
    });
  });

  test("is the argument of a tool that the model misnamed", async () => {
    const pi = fakePi({ answers: [toolCall({ actions: [] }, "Submit")] });
    expect(await ask(pi)).toMatchObject({ input: { actions: [] } });
  });

  test("is what Pi says of an argument that was no JSON", async () => {
    const argumentsError = 'Not JSON: {"actions": [,]}';
    const call = { type: "toolCall", id: "1", name: "submit", arguments: {}, argumentsError };
    const pi = fakePi({ answers: [{ content: [call], stopReason: "toolUse" }] });
    expect(await ask(pi)).toMatchObject({ input: argumentsError });
  });

  test("is all of the text where no tool was called", async () => {
    expect(await ask(fakePi({ answers: [text('{"actions":', " []}")] }))).toMatchObject({
      input: '{"actions": []}',
    });
  });

  for (const notice of [
    "You've hit your weekly limit · resets 10pm",
    "Rate limit reached",
    "Out of credits",
  ]) {
    test(`is a quota where the answer is ${JSON.stringify(notice)}`, async () => {
      expect(await ask(fakePi({ answers: [text(notice)] }))).toMatchObject({
        kind: "failed",
        failure: "quota",
        message: notice,
      });
    });
  }

  test("has no price where Pi knows none, and no tokens where nobody counted", async () => {
    const free = { ...usage, cost: { total: 0 } };
    const [priced, odd] = await Promise.all(
      [free, { input: Number.NaN, output: -1, cacheRead: 1.5 }].map((counted) =>
        ask(fakePi({ answers: [{ ...toolCall({}), usage: counted }] })),
      ),
    );
    expect(priced).toMatchObject({ usage: { input: 450 } });
    expect(priced).not.toHaveProperty("usage.cost_usd");
    expect(odd).toMatchObject({ usage: { input: 1, output: 0, cache_read: 1, cache_write: 0 } });
  });

  for (const [what, answer, failure] of [
    ["nothing", {}, "protocol"],
    ["only white space", text(" \n"), "protocol"],
    ["an answer that was cut", { ...toolCall({ actions: [] }), stopReason: "length" }, "truncated"],
    ["an answer that Pi stopped", { stopReason: "aborted" }, "aborted"],
    ["an error without a word", { stopReason: "error" }, "protocol"],
    ["an answer that is put off", { stopReason: "deferred" }, "protocol"],
    ["a refusal that is explained", trouble("Not this.", { rawStopReason: "refusal" }), "refused"],
    ["content of no known form", { content: "text" as never }, "protocol"],
  ] as const) {
    test(`${what} is ${failure}, with a reason`, async () => {
      expect(await ask(fakePi({ answers: [answer] }))).toMatchObject({
        kind: "failed",
        failure,
        message: expect.stringMatching(/\S/),
      });
    });
  }

  test("what a failed call used is told, where anything was", async () => {
    const cut = { stopReason: "length", usage };
    expect(await ask(fakePi({ answers: [cut] }))).toMatchObject({ usage: { input: 450, output: 20 } });
    expect(await ask(fakePi({ answers: [trouble("fetch failed")] }))).not.toHaveProperty("usage");
  });
});

for (const shape of piShapes) {
  describe(`trouble where ${shape}`, () => {
    test("that Pi throws is an answer", async () => {
      const error = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED ::1:443") });
      expect(await ask(fakePi({ shape, answers: [error] }))).toMatchObject({
        failure: "network",
        message: "fetch failed (connect ECONNREFUSED ::1:443)",
      });
    });

    test("with a model that Pi has forgotten is an answer", async () => {
      const pi = fakePi({ shape, answers: [] });
      const model = registryOf(pi).open({ id: "acme/gone" });
      expect(await model.complete(aModelRequest())).toMatchObject({
        failure: "protocol",
        message: "Pi no longer knows acme/gone.",
      });
    });

    test("with Pi's own list of models is an answer", async () => {
      const pi = fakePi({ shape, answers: [] });
      const find = () => {
        throw new Error("the session was replaced");
      };
      expect(await ask({ ...pi, registry: { ...pi.registry, find } })).toMatchObject({ failure: "protocol" });
    });

    test("is one harmless line", async () => {
      const pi = fakePi({ shape, answers: [trouble(`500\n\u001b[2J${"long ".repeat(500)}`)] });
      const reply = await ask(pi);
      if (reply.kind !== "failed") expect.fail("it answered");
      expect(reply.message).toMatch(/^500 \[2Jlong [^\n\u001b]*…$/u);
      expect(reply.message.length).toBeLessThan(400);
    });

    test("never repeats a key", async () => {
      const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
      const reply = await ask(fakePi({ shape, answers: [trouble(`401 bad key ${key}`)] }));
      expect(reply).toMatchObject({ failure: "auth" });
      expect(JSON.stringify(reply)).not.toContain("a1B2a1B2");
    });

    test("never repeats a key of the model's headers, whatever it looks like", async () => {
      const headers = { Authorization: "Bearer open sesame-street", Accept: "application/json" };
      const pi = fakePi({
        shape,
        answers: [trouble("401 who is sesame-street? Send application/json")],
        model: { headers },
      });
      expect(await ask(pi)).toMatchObject({ message: "401 who is [redacted]? Send application/json" });
    });
  });
}

describe("a credential", () => {
  const asking = (auth: Parameters<typeof fakePi>[0]["auth"] & {}, answer = toolCall({})) =>
    fakePi({ shape: "pi-ai asks", answers: [answer], auth });

  test("that Pi can't get is auth, said without what it holds", async () => {
    const key = `sk-ant-oat01-${"c3D4".repeat(20)}`;
    const pi = asking({ ok: false, error: `refreshing ${key}\nfailed` });
    const reply = await ask(pi);
    expect(reply).toMatchObject({
      failure: "auth",
      message: expect.stringMatching(/^refreshing .*redacted.* failed$/),
    });
    expect(JSON.stringify(reply)).not.toContain("c3D4c3D4");
    expect(pi.calls).toHaveLength(0);
  });

  test("that Pi fails to get is auth", async () => {
    expect(await ask(asking(new Error("keychain locked")))).toMatchObject({
      failure: "auth",
      message: "keychain locked",
    });
  });

  test("that never comes is a timeout", async () => {
    const pi = asking("hang");
    expect(await ask(pi, { timeoutMs: 50 })).toMatchObject({ failure: "timeout" });
    expect(pi.calls).toHaveLength(0);
  });

  test("that comes after the call was stopped is not used", async () => {
    const pi = asking({ ok: true });
    const controller = new AbortController();
    const getApiKeyAndHeaders = async () => {
      controller.abort();
      return { ok: true } as const;
    };
    const reply = await ask(
      { ...pi, registry: { ...pi.registry, getApiKeyAndHeaders } },
      { signal: controller.signal },
    );
    expect(reply).toMatchObject({ failure: "aborted" });
    expect(pi.calls).toHaveLength(0);
  });

  test("is never repeated, whatever it looks like", async () => {
    const auth = {
      ok: true,
      apiKey: "hunter2hunter2",
      env: { AWS_SECRET_ACCESS_KEY: "correct horse" },
    } as const;
    const pi = asking(auth, trouble("401 key hunter2hunter2 of a correct horse"));
    expect(await ask(pi)).toMatchObject({ message: "401 key [redacted] of a [redacted]" });
  });

  test("of a local server, which is a word, may be said", async () => {
    const pi = asking({ ok: true, apiKey: "local" }, trouble("404 no local model"));
    expect(await ask(pi)).toMatchObject({ message: "404 no local model" });
  });
});

describe("once a call has ended", () => {
  test("nothing of Pi's is asked again, even when it refuses forcing too late", async () => {
    const pi = fakePi({ answers: [] });
    const logged: string[] = [];
    let refuse = () => {};
    let asked = 0;
    const complete = () => {
      asked++;
      return new Promise((resolve) => {
        refuse = () => resolve(trouble("400 tool_choice"));
      });
    };
    const { open } = registryOf({ ...pi, registry: { ...pi.registry, complete } }, logged);
    const reply = await open({ id }).complete(aModelRequest({ timeoutMs: 30 }));
    expect(reply).toMatchObject({ failure: "timeout" });
    refuse();
    await new Promise((wake) => setTimeout(wake, 20));
    expect([asked, logged]).toEqual([1, []]);
  });
});

test("the session's model has an id where there is one", () => {
  expect(sessionModelId({ provider: "openrouter", id: "z-ai/glm-5" })).toBe("openrouter/z-ai/glm-5");
  for (const none of [undefined, {}, { provider: "acme" }, { provider: "", id: "m" }])
    expect(sessionModelId(none)).toBeUndefined();
});
