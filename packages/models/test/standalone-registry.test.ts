import { aModelRequest, loopbackMessages } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { pinnedModels, resolveModel, standaloneRegistry } from "../src/index.ts";

const key = { ANTHROPIC_API_KEY: "test-key" };
const local = { ANTHROPIC_BASE_URL: "http://127.0.0.1:11434" };

describe("the standalone registry", () => {
  for (const [id, env, known] of [
    ["anthropic/claude-sonnet-5-5", {}, true],
    ["anthropic/claude-of-tomorrow-9", {}, true],
    ["anthropic/qwen3-coder", {}, false],
    ["openai/gpt-6", {}, false],
    ["anthropic/", {}, false],
    ["claude-sonnet-5-5", {}, false],
    ["anthropic/qwen3-coder:30b", local, true],
    ["anthropic/Qwen/Qwen3-8B", local, true],
    ["ollama/qwen3", local, false],
    ["anthropic/qwen3", { ANTHROPIC_BASE_URL: "https://api.anthropic.com/" }, false],
    ["anthropic/qwen3", { ANTHROPIC_BASE_URL: "  " }, false],
  ] as const) {
    test(`${known ? "knows" : "does not know"} ${id} with ${JSON.stringify(env)}`, () => {
      expect(standaloneRegistry({ env }).find(id)?.id).toBe(known ? id : undefined);
    });
  }

  for (const [env, advice] of [
    [{}, "Set ANTHROPIC_API_KEY to use it."],
    [{ ANTHROPIC_API_KEY: " " }, "Set ANTHROPIC_API_KEY to use it."],
    [local, "Set ANTHROPIC_API_KEY to use it; a local server takes any text."],
    [{ ...key, ANTHROPIC_BASE_URL: "localhost" }, "ANTHROPIC_BASE_URL is no URL: correct or unset it."],
    [
      { ...key, ANTHROPIC_BASE_URL: "localhost:11434" },
      "ANTHROPIC_BASE_URL must begin with https:// or http://.",
    ],
    [
      { ...key, ANTHROPIC_BASE_URL: "https://me:hunter2@gateway.example" },
      "ANTHROPIC_BASE_URL must not hold a name or password: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN.",
    ],
  ] as const) {
    test(`has no credential with ${JSON.stringify(env)}, and says what to do`, () => {
      const registry = standaloneRegistry({ env });
      const model = registry.find("anthropic/claude-sonnet-5-5")!;
      expect(registry.hasConfiguredAuth(model)).toBe(false);
      expect(model.advice).toBe(advice);
    });
  }

  for (const env of [key, { ANTHROPIC_AUTH_TOKEN: "token" }, { ...key, ...local }]) {
    test(`has a credential with ${Object.keys(env).join(" and ")}`, () => {
      const registry = standaloneRegistry({ env });
      const model = registry.find("anthropic/claude-sonnet-5-5")!;
      expect(registry.hasConfiguredAuth(model)).toBe(true);
      expect(model.advice).toBeUndefined();
    });
  }

  for (const [env, credential] of [
    [key, "Bearer test-key"],
    [{ ANTHROPIC_AUTH_TOKEN: "token" }, "Bearer token"],
    [{ ...key, ANTHROPIC_AUTH_TOKEN: "token" }, "Bearer test-key"],
  ] as const) {
    test(`with ${Object.keys(env).join(" and ")}, requests carry ${credential} and nothing else`, async () => {
      const server = await loopbackMessages([{ kind: "tool", input: {} }]);
      const registry = standaloneRegistry({ env: { ...env, ANTHROPIC_BASE_URL: server.url } });
      const { model } = resolveModel({ role: "reconciliation", explicit: "anthropic/qwen3", registry });
      const reply = await model!.complete(aModelRequest());
      await server.close();
      expect(reply.kind).toBe("answered");
      expect(server.requests[0]?.headers.authorization).toBe(credential);
      expect(JSON.stringify(server.requests).match(/test-key|Bearer token/g)).toHaveLength(1);
      expect(server.requests[0]?.body?.model).toBe("qwen3");
    });
  }

  test("with a key alone, both roles have their pinned default", () => {
    const registry = standaloneRegistry({ env: key });
    for (const role of ["reconciliation", "extraction"] as const)
      expect(resolveModel({ role, registry })).toMatchObject({
        id: pinnedModels[role],
        how: "pinned",
        warnings: [],
      });
  });

  test("what another server costs is not guessed", async () => {
    const server = await loopbackMessages([{ kind: "tool", input: {} }]);
    const registry = standaloneRegistry({ env: { ...key, ANTHROPIC_BASE_URL: server.url } });
    const reply = await registry.open({ id: pinnedModels.reconciliation }).complete(aModelRequest());
    await server.close();
    expect(reply.usage).toEqual({ input: 100, output: 20, cache_read: 0, cache_write: 0 });
  });
});
