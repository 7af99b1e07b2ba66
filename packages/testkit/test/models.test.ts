import { actionSchema, submitActionsSchema } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import {
  aFailure,
  aModelRequest,
  anAnswer,
  fickleModel,
  lies,
  lyingModel,
  scriptedModel,
  structuredModelBattery,
} from "../src/index.ts";

structuredModelBattery("the scripted model", async (behaviour) => {
  const model = scriptedModel(
    behaviour.map((one) => {
      if (one.kind === "hang") return "hang";
      if (one.kind === "fails") return aFailure(one.failure);
      return anAnswer(one.kind === "text" ? one.text : one.input);
    }),
  );
  return { model, asked: () => model.requests.length, close: async () => {} };
});

const prompt = "C1: ... C2: ... C1 again. M1: ... M12: ... but not CM3 or xC4.";
const ask = async (model: { complete: ReturnType<typeof scriptedModel>["complete"] }) => {
  const reply = await model.complete(aModelRequest({ prompt }));
  return reply.kind === "answered" ? reply.input : expect.fail(reply.message);
};

describe("the scripted model", () => {
  test("repeats its last reply, and keeps what it was asked", async () => {
    const model = scriptedModel([anAnswer(1), anAnswer(2)]);
    expect([await ask(model), await ask(model), await ask(model)]).toEqual([1, 2, 2]);
    expect(model.requests.map((request) => request.prompt)).toEqual([prompt, prompt, prompt]);
  });

  test("may answer by the request and its number", async () => {
    const model = scriptedModel(async ({ system }, nth) => anAnswer(`${system} ${nth}`));
    expect([await ask(model), await ask(model)]).toEqual([
      "You compare memories. 0",
      "You compare memories. 1",
    ]);
  });

  test("a script that throws is a defect of the test, and rejects", async () => {
    const model = scriptedModel(() => expect.fail("the script"));
    await expect(ask(model)).rejects.toThrow("the script");
  });
});

describe("the fickle model", () => {
  test("gives one valid action for each candidate in the prompt", async () => {
    const { actions } = submitActionsSchema.parse(await ask(fickleModel()));
    expect(actions.map(({ ref }) => ref)).toEqual(["C1", "C2"]);
    for (const { target_id } of actions) expect(["M1", "M12", undefined]).toContain(target_id);
  });

  test("answers otherwise when it is asked again", async () => {
    const model = fickleModel();
    const answers = [];
    for (let nth = 0; nth < 20; nth++) answers.push(JSON.stringify(await ask(model)));
    expect(new Set(answers).size).toBe(20);
  });

  test("is the same for the same seed, and gives every verdict it may", async () => {
    const twenty = async (seed: number) => {
      const model = fickleModel({ seed, among: ["add", "merge", "supersede"] });
      const all = [];
      for (let nth = 0; nth < 20; nth++) all.push(submitActionsSchema.parse(await ask(model)));
      return all;
    };
    expect(await twenty(7)).toEqual(await twenty(7));
    expect(await twenty(7)).not.toEqual(await twenty(8));
    const verdicts = (await twenty(7)).flatMap(({ actions }) => actions.map(({ action }) => action));
    expect(new Set(verdicts)).toEqual(new Set(["add", "merge", "supersede"]));
  });
});

describe("the lying model", () => {
  for (const lie of lies) {
    test(`${lie} is a lie`, async () => {
      const input = await ask(lyingModel(lie));
      const read = submitActionsSchema.safeParse(input);
      const actions = read.success ? read.data.actions : [];
      const honest =
        actions.length === 2 &&
        new Set(actions.map(({ ref }) => ref)).size === 2 &&
        actions.every((action) => isHonest(action)) &&
        new Set(actions.flatMap(({ target_id }) => target_id ?? [])).size ===
          actions.filter(({ target_id }) => target_id !== undefined).length;
      expect(honest).toBe(false);
    });
  }
});

function isHonest(action: { ref: string; action: string; target_id?: string | undefined }): boolean {
  const wants = action.action !== "add" && action.action !== "discard";
  if (wants !== (action.target_id !== undefined)) return false;
  if (!["C1", "C2"].includes(action.ref)) return false;
  return (!wants || ["M1", "M12"].includes(action.target_id ?? "")) && actionSchema.safeParse(action).success;
}
