import { loopbackMessages } from "@holdfast/testkit";
import { expect, test } from "vitest";
import { aPerson, lessons } from "./run-command.ts";

const known = ["The staging database listens on port 5433", "The staging cache listens on port 6380"];
const heard = ["The staging database listens on port 5434 now", "The staging cache listens on port 6381 now"];

async function withServer(script: Parameters<typeof loopbackMessages>[0]) {
  const server = await loopbackMessages(script);
  const person = aPerson();
  const env = { ANTHROPIC_API_KEY: "sk-ant-loopback", ANTHROPIC_BASE_URL: server.url };
  await person.run(["save", "-"], { stdin: lessons(...known) });
  await person.run(["stage", "-", "--session", "later"], { stdin: lessons(...heard) });
  return { server, person, env };
}

const action = (ref: string, target_id: string) => ({
  ref,
  reason: "the port changed",
  action: "supersede",
  target_id,
});

test("with a key the careful model is asked; N-1 valid of N are committed and one stays with its attempt", {
  tags: ["partial-acceptance"],
}, async () => {
  const { server, person, env } = await withServer([
    { kind: "tool", input: { actions: [action("C1", "M1"), action("C2", "M9")] } },
    { kind: "tool", input: { actions: [action("C2", "M9")] } },
  ]);
  try {
    const { code, value } = await person.json(["reconcile"], { env });
    expect(code).toBe(0);
    expect(value).toMatchObject({
      model: "anthropic/claude-sonnet-5-5",
      model_how: "pinned",
      counts: { supersede: 1, rejected: 1 },
      model_calls: 2,
    });
    expect(value.tokens.input).toBeGreaterThan(0);
    expect(server.requests).toHaveLength(2);
    const { value: staged } = await person.json(["staging"]);
    expect(staged).toMatchObject([
      { reconcile_attempts: 1, last_violations: [{ gate: "unknown_target_id" }] },
    ]);
    const { stdout } = await person.run(["runs", value.run_id]);
    expect(stdout).toMatch(/chunk 1: 2 candidates, 2 model calls, .* tokens.*, sent back once/);
  } finally {
    await server.close();
  }
});

test("a model that fails leaves everything staged without an attempt, and the command fails with the reason", {
  tags: ["attempts-mean-rejection"],
}, async () => {
  const { server, person, env } = await withServer([{ kind: "error", status: 401 }]);
  try {
    const { code, value, stderr } = await person.json(["reconcile"], { env });
    expect(code).toBe(1);
    expect(value).toMatchObject({
      status: "stopped",
      stop_reason: "model_failed",
      counts: { left_staged: 2 },
    });
    expect(stderr).toMatch(/warning: The model gave no verdict on 2 candidates \(auth\)/);
    const { value: staged } = await person.json(["staging"]);
    expect(
      staged.map(({ reconcile_attempts }: { reconcile_attempts: number }) => reconcile_attempts),
    ).toEqual([0, 0]);
  } finally {
    await server.close();
  }
});

test("a model that is not known is a warning, and the rules decide", async () => {
  const { server, person } = await withServer([]);
  try {
    const { code, value, stderr } = await person.json(["reconcile", "--model", "who/knows"]);
    expect(code).toBe(0);
    expect(value).toMatchObject({ model: "local/rules", model_how: "rules", counts: { add: 2 } });
    expect(stderr).toContain("who/knows");
  } finally {
    await server.close();
  }
});

test("each setting is read from the environment, shown by status, and a bad value is warned of by name", async () => {
  const person = aPerson();
  const env = {
    PERSISTENT_MEMORY_RECONCILIATION_MODEL: "local/rules",
    PERSISTENT_MEMORY_EXTRACTION_MODEL: "anthropic/claude-haiku-5",
    PERSISTENT_MEMORY_RECONCILIATION_MAX_ATTEMPTS: "5",
    PERSISTENT_MEMORY_RECONCILIATION_CHUNK_SIZE: "7",
    PERSISTENT_MEMORY_RECONCILIATION_BUDGET_MS: "1000",
    PERSISTENT_MEMORY_RECONCILIATION_TIMEOUT_MS: "900",
    PERSISTENT_MEMORY_EXTRACTION_TIMEOUT_MS: "800",
    PERSISTENT_MEMORY_RECONCILIATION_MAX_TOKENS: "lots",
  };
  const { value } = await person.json(["status"], { env });
  expect(value).toMatchObject({
    model: "local/rules",
    model_how: "configured",
    settings: {
      maxAttempts: 5,
      chunkSize: 7,
      budgetMs: 1000,
      reconciliationTimeoutMs: 900,
      extractionTimeoutMs: 800,
    },
  });
  expect(value.warnings.join()).toMatch(/PERSISTENT_MEMORY_RECONCILIATION_MAX_TOKENS is "lots"/);
});

test("status names the model that was asked for, as a run would use it", async () => {
  const env = { ANTHROPIC_API_KEY: "sk-ant-loopback" };
  const person = aPerson();
  const status = async (...args: string[]) => (await person.json(["status", ...args], { env })).value;
  expect(await status()).toMatchObject({ model: "anthropic/claude-sonnet-5-5", warnings: [] });
  expect(await status("--model", "local/rules")).toMatchObject({ model: "local/rules", warnings: [] });
  expect(await status("--model", "foo/bar")).toMatchObject({
    model: "anthropic/claude-sonnet-5-5",
    warnings: [expect.stringContaining('"foo/bar", is not known here')],
  });
});
