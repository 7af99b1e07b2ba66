import { type LoopbackMessages, type LoopbackReply, loopbackMessages } from "@holdfast/testkit";
import type { Dice } from "./dice.ts";

/** A server whose model is fickle, and what the command needs to ask it and soon give up. `before` may answer in its place. */
export async function fickleServer(
  dice: Dice,
  before: () => Promise<LoopbackReply | undefined> = async () => undefined,
): Promise<{ server: LoopbackMessages; env: { [name: string]: string } }> {
  const server = await loopbackMessages(
    async ({ body }) => (await before()) ?? answerFickly(JSON.stringify(body), dice),
  );
  return {
    server,
    env: {
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: server.url,
      PERSISTENT_MEMORY_RECONCILIATION_MAX_ATTEMPTS: "2",
    },
  };
}

/** A model that says add, duplicate, supersede or discard, names what is not there, leaves out and refuses. */
function answerFickly(asked: string, { roll, upTo, pick }: Dice): LoopbackReply {
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
