import type { LoopbackReply } from "@holdfast/testkit";
import type { Dice } from "./dice.ts";

/** A model that says add, duplicate, supersede or discard, names what is not there, leaves out and refuses. */
export function answerFickly(asked: string, { roll, upTo, pick }: Dice): LoopbackReply {
  if (roll() < 0.1) return { kind: "text", text: "I would rather not." };
  const refs = [...new Set(asked.match(/\bC\d+\b/g))].filter(() => roll() < 0.9);
  const targets = [...new Set(asked.match(/\bM\d+\b/g)), "M99"];
  const actions = refs.map((ref) => {
    const action = ["add", "duplicate", "supersede", "discard"][upTo(4)]!;
    const aims = action === "duplicate" || action === "supersede";
    return { ref, reason: "So it is.", action, ...(aims && { target_id: pick(targets) }) };
  });
  return { kind: "tool", input: { actions } };
}
