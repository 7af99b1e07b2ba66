import { type Action, type Verdict, verdicts } from "@holdfast/schema";
import { labelsIn } from "./labels.ts";
import { anAnswer, type ScriptedModel, scriptedModel } from "./scripted-model.ts";

/**
 * A model that answers otherwise every time it is asked, even the same. One that always says the same hides crashes: asked
 * again after one, nothing looks doubled. Its actions are valid in form and cover every label in the prompt; `seed` makes a run repeatable.
 */
export function fickleModel({
  seed = 1,
  among = verdicts,
}: {
  readonly seed?: number;
  readonly among?: readonly Verdict[];
} = {}): ScriptedModel {
  const dice = diceOf(seed);
  return scriptedModel(
    ({ prompt }, nth) => {
      const { refs, targets } = labelsIn(prompt);
      return anAnswer({ actions: refs.map((ref) => actionOn(ref, targets, among, dice, nth)) });
    },
    { id: "fickle/model" },
  );
}

function actionOn(
  ref: string,
  targets: readonly string[],
  among: readonly Verdict[],
  dice: (sides: number) => number,
  nth: number,
): Action {
  const verdict = among[dice(among.length)] ?? "add";
  const reason = `Changed my mind ${nth + 1} times.`;
  const target_id = targets[dice(Math.max(targets.length, 1))];
  if (verdict === "discard") return { ref, reason, action: "discard" };
  if (verdict === "add" || target_id === undefined) return { ref, reason, action: "add" };
  if (verdict !== "merge") return { ref, reason, action: verdict, target_id };
  return { ref, reason, action: "merge", target_id, summary: `Merged at call ${nth + 1}`, detail: reason };
}

/** A small linear congruential generator: the same throws for the same seed, on every machine. */
function diceOf(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
