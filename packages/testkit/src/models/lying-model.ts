import { labelsIn } from "./labels.ts";
import { anAnswer, type ScriptedModel, scriptedModel } from "./scripted-model.ts";

type Lie = (labels: { refs: string[]; targets: string[] }) => unknown;

const reason = "Because I say so.";
const add = (ref: string) => ({ ref, reason, action: "add" });
const first = ([ref = "C1"]: readonly string[]) => ref;

const tellings = {
  unknown_ref: ({ refs }) => ({ actions: [...refs.map(add), add("C999")] }),
  unknown_target: ({ refs }) => on(refs, { action: "duplicate", target_id: "M999" }),
  invented_id: ({ refs }) => on(refs, { action: "supersede", target_id: "rec_000000000000" }),
  supersedes_itself: ({ refs }) => ({
    actions: refs.map((ref) => ({ ref, reason, action: "supersede", target_id: ref })),
  }),
  one_target_for_all: ({ refs, targets: [target_id = "M1"] }) => on(refs, { action: "supersede", target_id }),
  no_target: ({ refs }) => on(refs, { action: "duplicate" }),
  contradicts_itself: ({ refs }) => ({
    actions: refs.flatMap((ref) => [add(ref), { ref, reason, action: "discard" }]),
  }),
  repeats_itself: ({ refs }) => ({ actions: [...refs, ...refs].map(add) }),
  forgets_one: ({ refs }) => ({ actions: refs.slice(1).map(add) }),
  forgets_all: () => ({ actions: [] }),
  extra_keys: ({ refs }) => on(refs, { action: "add", status: "archived", id: "rec_mine", trust: "user" }),
  unknown_action: ({ refs }) => on(refs, { action: "delete" }),
  no_reason: ({ refs }) => ({ actions: refs.map((ref) => ({ ref, action: "add" })) }),
  wrong_types: ({ refs }) => ({ actions: refs.map((_, index) => ({ ref: index, reason: [], action: {} })) }),
  not_a_list: ({ refs }) => ({ actions: Object.fromEntries(refs.map((ref) => [ref, "add"])) }),
  nothing: () => null,
  prose: ({ refs }) => `I would keep ${first(refs)}, and the others as well.`,
  half_json: ({ refs }) => JSON.stringify({ actions: refs.map(add) }).slice(0, -12),
  fenced_json: ({ refs }) =>
    `Here you go:\n\`\`\`json\n${JSON.stringify({ actions: refs.map(add) })}\n\`\`\``,
  limit_text: () => "You've hit your limit · resets 3pm (Europe/Berlin)",
  five_megabytes: ({ refs }) => on(refs, { action: "merge", target_id: "M1", detail: "x".repeat(5_000_000) }),
  prototype: ({ refs }) => JSON.parse(`{"__proto__": {"actions": []}, "constructor": "${first(refs)}"}`),
} satisfies { [lie: string]: Lie };

/** Every way in which a model may answer wrongly. */
export const lies = Object.keys(tellings) as readonly ModelLie[];
export type ModelLie = keyof typeof tellings;

/** A model that answers every request with the same kind of lie, about the labels it finds in the prompt. */
export function lyingModel(lie: ModelLie): ScriptedModel {
  return scriptedModel(({ prompt }) => anAnswer(tellings[lie](labelsIn(prompt))), { id: `lying/${lie}` });
}

function on(refs: readonly string[], rest: object): object {
  return { actions: refs.map((ref) => ({ ref, reason, ...rest })) };
}
