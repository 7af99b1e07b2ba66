import { aModelRequest, loopbackMessages } from "@holdfast/testkit";
import { expect, test, vi } from "vitest";
import { resolveModel, standaloneRegistry } from "../src/index.ts";

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock("@anthropic-ai/sdk", async (original) => {
  loaded.times++;
  return original();
});

test("the SDK is loaded at the first call, not before", async () => {
  const server = await loopbackMessages([{ kind: "tool", input: {} }]);
  const registry = standaloneRegistry({ env: { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: server.url } });
  const { model } = resolveModel({ role: "reconciliation", registry });
  expect(model?.id).toBe("anthropic/claude-sonnet-5-5");
  expect(loaded.times).toBe(0);
  await model?.complete(aModelRequest());
  expect(loaded.times).toBe(1);
  await server.close();
});
