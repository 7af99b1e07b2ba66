import type { ContextBlock, RecordRow } from "@holdfast/schema";
import { composeContext } from "./context/compose-context.ts";
import { recall } from "./recall.ts";
import { storesOf, type World } from "./world.ts";

export interface ContextRequest {
  /** What the person is about to ask: what answers it goes before the rest. */
  readonly prompt?: string | undefined;
  /** Tokens that the block may take, estimated; 2,000 unless set. */
  readonly budgetTokens?: number | undefined;
}

const usualTokens = 2_000;
/** So many records may go first because they answer the prompt. */
const mostRelevant = 20;

/**
 * The block that a host puts before an agent: what is remembered and current, fenced and labelled as data, by priority, inside a budget.
 * Reads only. The same memory and the same request give the same text.
 */
export async function context(
  world: World,
  { prompt = "", budgetTokens = usualTokens }: ContextRequest = {},
): Promise<ContextBlock> {
  const perStore = await Promise.all(storesOf(world).map((store) => store.records({ status: "current" })));
  const rows: readonly RecordRow[] = perStore.flat().filter(({ forgotten }) => forgotten === undefined);
  const answers = prompt.trim() === "" ? [] : await recall(world, prompt, { limit: mostRelevant });
  return composeContext(rows, { budgetTokens, relevant: answers.map(({ id }) => id) });
}
