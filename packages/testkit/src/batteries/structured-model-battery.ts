import { getEventListeners } from "node:events";
import { type ModelFailure, type ModelRequest, modelFailures, type StructuredModel } from "@holdfast/schema";
import { afterEach, describe, expect, test } from "vitest";

/** What the model behind the port is made to do, in the port's own words. */
export type ModelBehaviour =
  | { readonly kind: "tool"; readonly input: unknown }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "fails"; readonly failure: Exclude<ModelFailure, "timeout" | "aborted"> }
  | { readonly kind: "hang" };

/** A model to be tested, and how often its provider was asked. */
export interface OpenModel {
  readonly model: StructuredModel;
  asked(): number;
  close(): Promise<void>;
}

/** A request for the tool `submit`, unless `over` says otherwise. */
export function aModelRequest(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: "You compare memories.",
    prompt: "C1: Run the migrations first. M1: Run the tests.",
    tool: {
      name: "submit",
      description: "Hands in the verdict.",
      input: { type: "object", properties: { actions: { type: "array" } } },
    },
    timeoutMs: 10_000,
    ...over,
  };
}

/**
 * Registers a test for every promise of the `StructuredModel` port. `open` gives a fresh model that behaves as listed, once for each
 * request.
 */
export function structuredModelBattery(
  name: string,
  open: (behaviour: readonly ModelBehaviour[]) => Promise<OpenModel>,
): void {
  describe(`${name} keeps the promises of a structured model`, () => {
    const opened: OpenModel[] = [];
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close();
    });
    const behaving = async (...behaviour: ModelBehaviour[]) => {
      const one = await open(behaviour);
      opened.push(one);
      return one;
    };

    test("its id names a provider and a model", async () => {
      const { model } = await behaving({ kind: "hang" });
      expect(model.id).toMatch(/^[^\s/]+\/\S+$/);
    });

    test("the tool's input comes back as it was given", async () => {
      const input = { actions: [{ ref: "C1", reason: '日本 \u0000 "\\ 🎉', n: 1.5 }], empty: {}, none: null };
      const { model } = await behaving({ kind: "tool", input });
      const reply = await model.complete(aModelRequest());
      expect(reply).toMatchObject({ kind: "answered", input });
    });

    test("usage is in whole tokens, and what the cache did is part of the input", async () => {
      const { model } = await behaving({ kind: "tool", input: {} });
      const reply = await model.complete(aModelRequest());
      if (reply.kind !== "answered") expect.fail(`it failed: ${reply.message}`);
      const { input, output, cache_read = 0, cache_write = 0 } = reply.usage;
      for (const count of [input, output, cache_read, cache_write])
        expect(Number.isInteger(count) && count >= 0).toBe(true);
      expect(cache_read + cache_write).toBeLessThanOrEqual(input);
    });

    test("text in place of a call comes back as text", async () => {
      const { model } = await behaving({ kind: "text", text: 'Well: {"actions": []}' });
      expect(await model.complete(aModelRequest())).toMatchObject({
        kind: "answered",
        input: 'Well: {"actions": []}',
      });
    });

    for (const failure of modelFailures) {
      if (failure === "timeout" || failure === "aborted") continue;
      test(`${failure} is an answer, with a message of one line`, async () => {
        const { model } = await behaving({ kind: "fails", failure });
        const reply = await model.complete(aModelRequest({ timeoutMs: 3_000 }));
        expect(reply).toMatchObject({
          kind: "failed",
          failure,
          message: expect.stringMatching(/^\S[^\n]*$/),
        });
      });
    }

    test("what never answers is a timeout, in time", async () => {
      const { model } = await behaving({ kind: "hang" });
      const { reply, ms } = await timed(model.complete(aModelRequest({ timeoutMs: 300 })));
      expect(reply).toMatchObject({ kind: "failed", failure: "timeout" });
      expect(ms).toBeGreaterThan(250);
      expect(ms).toBeLessThan(1_500);
    });

    test("no time at all is a timeout", async () => {
      const { model } = await behaving({ kind: "tool", input: {} });
      const reply = await model.complete(aModelRequest({ timeoutMs: 0 }));
      expect(reply).toMatchObject({ kind: "failed", failure: "timeout" });
    });

    test("a signal that is aborted already means that nobody is asked", async () => {
      const one = await behaving({ kind: "tool", input: {} });
      const reply = await one.model.complete(aModelRequest({ signal: AbortSignal.abort() }));
      expect(reply).toMatchObject({ kind: "failed", failure: "aborted" });
      expect(one.asked()).toBe(0);
    });

    test("an abort while it waits is answered at once", async () => {
      const one = await behaving({ kind: "hang" });
      const controller = new AbortController();
      const call = one.model.complete(aModelRequest({ signal: controller.signal }));
      while (one.asked() === 0) await new Promise((wake) => setTimeout(wake, 5));
      controller.abort();
      const { reply, ms } = await timed(call);
      expect(reply).toMatchObject({ kind: "failed", failure: "aborted" });
      expect(ms).toBeLessThan(250);
    });

    test("nothing is left listening to the caller's signal", async () => {
      const { model } = await behaving({ kind: "tool", input: {} }, { kind: "hang" });
      const { signal } = new AbortController();
      await model.complete(aModelRequest({ signal }));
      await model.complete(aModelRequest({ signal, timeoutMs: 50 }));
      expect(getEventListeners(signal, "abort")).toEqual([]);
    });

    test("calls at the same time get each its own answer", async () => {
      const behaviour = Array.from({ length: 5 }, (_, nth) => ({ kind: "tool", input: { nth } }) as const);
      const { model } = await behaving(...behaviour);
      const replies = await Promise.all(behaviour.map(() => model.complete(aModelRequest())));
      const inputs = replies.map((reply) => (reply.kind === "answered" ? reply.input : reply));
      expect(inputs).toHaveLength(5);
      expect(new Set(inputs.map((input) => JSON.stringify(input)))).toEqual(
        new Set(behaviour.map(({ input }) => JSON.stringify(input))),
      );
    });
  });
}

async function timed<T>(call: Promise<T>): Promise<{ reply: T; ms: number }> {
  const start = performance.now();
  const reply = await call;
  return { reply, ms: performance.now() - start };
}
