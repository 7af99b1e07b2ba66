import type { ContextBlock } from "@holdfast/schema";

/** What an agent is given, in one line: `2 memories, about 41 tokens; 1 cut.` */
export function blockWords({ included, cut }: ContextBlock): string {
  if (included.length + cut.length === 0)
    return "Nothing is remembered yet, so nothing is given to an agent.";
  const number = (value: number) => value.toLocaleString("en-US");
  const tokens = included.reduce((sum, one) => sum + one.tokens, 0);
  const memories = `${number(included.length)} ${included.length === 1 ? "memory" : "memories"}`;
  return `${memories}, about ${number(tokens)} tokens; ${number(cut.length)} cut.`;
}
