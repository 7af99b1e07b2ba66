import { describe, expect, test } from "vitest";
import { type LoopbackReply, type LoopbackScript, loopbackMessages } from "../src/index.ts";

/** Sends one request and gives what came back, as far as it came. */
async function post(script: LoopbackScript, body: object | string = {}, path = "/v1/messages") {
  const server = await loopbackMessages(script);
  const sent = typeof body === "string" ? body : JSON.stringify({ tools: [{ name: "submit" }], ...body });
  try {
    const response = await fetch(`${server.url}${path}`, { method: "POST", body: sent, redirect: "manual" });
    const text = await response.text().catch((error) => `broken: ${error.message}`);
    return { status: response.status, headers: response.headers, text, server };
  } finally {
    await server.close();
  }
}

const tool: LoopbackReply = { kind: "tool", input: { list: ["日本 🎉".repeat(30)] } };

describe("the loopback Messages server", () => {
  test("listens on 127.0.0.1 only", async () => {
    const { server } = await post([tool]);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("answers with one JSON message", async () => {
    const { status, headers, text } = await post([tool], { model: "m" });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(text)).toMatchObject({
      type: "message",
      role: "assistant",
      model: "m",
      stop_reason: "tool_use",
      content: [{ type: "tool_use", name: "submit", input: tool.input }],
      usage: { input_tokens: 100, output_tokens: 20 },
    });
  });

  test("a tool call has the name and the id that the script gives it", async () => {
    const { text } = await post([{ ...tool, name: "save", id: "toolu_7" }]);
    expect(JSON.parse(text).content).toEqual([
      { type: "tool_use", name: "save", id: "toolu_7", input: tool.input },
    ]);
  });

  test("streams the same message where a stream is asked for", async () => {
    const { headers, text } = await post([{ ...tool, usage: { output_tokens: 7 } }], { stream: true });
    const events = eventsIn(text);
    expect(headers.get("content-type")).toContain("text/event-stream");
    expect(events.map(({ type }) => type).filter((type) => type !== "content_block_delta")).toEqual([
      "message_start",
      "ping",
      "content_block_start",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    const json = events.map(({ delta }) => delta?.partial_json ?? "").join("");
    expect(JSON.parse(json)).toEqual(tool.input);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" }, usage: { output_tokens: 7 } });
  });

  test("answers with JSON to a client that asked for a stream, where the script says so", async () => {
    const { text } = await post([{ ...tool, as: "json" }], { stream: true });
    expect(JSON.parse(text).type).toBe("message");
  });

  for (const [status, type] of [
    [400, "invalid_request_error"],
    [401, "authentication_error"],
    [403, "permission_error"],
    [413, "request_too_large"],
    [429, "rate_limit_error"],
    [500, "api_error"],
    [529, "overloaded_error"],
  ] as const) {
    test(`${status} has a body as Anthropic sends it`, async () => {
      const reply = await post([{ kind: "error", status, headers: { "retry-after": "60" } }]);
      expect(reply.status).toBe(status);
      expect(reply.headers.get("retry-after")).toBe("60");
      expect(JSON.parse(reply.text)).toMatchObject({ type: "error", error: { type } });
    });
  }

  for (const [kind, stop_reason] of [
    ["refusal", "refusal"],
    ["context_full", "model_context_window_exceeded"],
  ] as const) {
    test(`${kind} stops with ${stop_reason}`, async () => {
      expect(JSON.parse((await post([{ kind }])).text)).toMatchObject({ stop_reason, content: [] });
    });
  }

  test("max_tokens stops in the middle of the tool's input", async () => {
    const { text } = await post([{ kind: "max_tokens", input: { a: [1, 2, 3] } }], { stream: true });
    const json = eventsIn(text)
      .map(({ delta }) => delta?.partial_json ?? "")
      .join("");
    expect('{"a":[1,2,3]}'.startsWith(json)).toBe(true);
    expect(json.length).toBeLessThan(13);
  });

  test("cut_off destroys the socket after half an answer", async () => {
    const { status, text } = await post([{ kind: "cut_off", input: { long: "x".repeat(500) } }]);
    expect(status).toBe(200);
    expect(text).toMatch(/^broken: /);
  });

  test("ends_early is half a stream that ends in order", async () => {
    const { text } = await post([{ kind: "ends_early", input: { long: "x".repeat(500) } }], { stream: true });
    const types = eventsIn(text).map(({ type }) => type);
    expect(types).toContain("content_block_delta");
    expect(types).not.toContain("message_stop");
  });

  test("drip sends the whole answer, slowly", async () => {
    const start = performance.now();
    const { text } = await post([{ kind: "drip", input: { a: 1 }, everyMs: 4 }]);
    expect(performance.now() - start).toBeGreaterThan(150);
    expect(JSON.parse(text).content[0].input).toEqual({ a: 1 });
  });

  test("raw is sent as it is", async () => {
    const { status, headers, text } = await post([
      {
        kind: "raw",
        status: 307,
        headers: { location: "http://127.0.0.1/", "content-type": "text/html" },
        body: "<b>",
      },
    ]);
    expect([status, headers.get("location"), headers.get("content-type"), text]).toEqual([
      307,
      "http://127.0.0.1/",
      "text/html",
      "<b>",
    ]);
  });

  test("a hang never answers, and close ends it", async () => {
    const server = await loopbackMessages([{ kind: "hang" }]);
    const call = fetch(`${server.url}/v1/messages`, { method: "POST", body: "{}" }).catch(() => "ended");
    while (server.requests.length === 0) await new Promise((wake) => setTimeout(wake, 5));
    await server.close();
    expect(await call).toBe("ended");
  });

  test("keeps every request: headers, body, and what it could not read", async () => {
    const server = await loopbackMessages([tool]);
    const headers = { "x-told": "yes" };
    await fetch(`${server.url}/v1/messages`, { method: "POST", headers, body: '{"model": "m"}' });
    await fetch(`${server.url}/v1/messages`, { method: "POST", body: "no JSON" });
    const elsewhere = await fetch(`${server.url}/v1/models?x=1`);
    await server.close();
    expect(elsewhere.status).toBe(404);
    expect(server.requests).toMatchObject([
      { method: "POST", path: "/v1/messages", headers, body: { model: "m" } },
      { method: "POST", path: "/v1/messages", body: undefined },
      { method: "GET", path: "/v1/models" },
    ]);
  });

  test("a script may look at the request and its number", async () => {
    const server = await loopbackMessages(({ body }, nth) => ({
      kind: "text",
      text: `${body?.model} ${nth}`,
    }));
    const texts = [];
    for (const model of ["a", "b"]) {
      const response = await fetch(`${server.url}/v1/messages`, {
        method: "POST",
        body: JSON.stringify({ model }),
      });
      texts.push(((await response.json()) as { content: [{ text: string }] }).content[0].text);
    }
    await server.close();
    expect(texts).toEqual(["a 0", "b 1"]);
  });
});

interface Event {
  readonly type: string;
  readonly delta?: { readonly partial_json?: string };
}

function eventsIn(text: string): Event[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
}
