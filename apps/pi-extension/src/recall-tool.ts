import { visible } from "@holdfast/schema";
import type { PiTool, PiToolResult } from "./host.ts";
import { troubleIn } from "./say.ts";
import type { Sessions } from "./session.ts";
import { count, recalledText } from "./tell.ts";

/** What an agent asks memory: records with their ids, why they came, and how to undo them. */
export function recallTool(
  sessions: Sessions,
  { asSchema }: { readonly asSchema: (schema: object) => never },
): PiTool {
  return {
    name: "recall_memory",
    label: "Recall memory",
    description:
      "Searches what is remembered from earlier sessions of this project and this person. Give a few words; the answer lists records with ids.",
    promptSnippet: "Search what is remembered from earlier sessions",
    parameters: asSchema({
      type: "object",
      properties: {
        query: { type: "string", description: "a few words of what you want to know" },
        limit: { type: "integer", minimum: 1, maximum: 20, description: "most records; 5 unless given" },
      },
      required: ["query"],
    }),
    async execute(_callId, params) {
      const session = sessions.current();
      if (session === undefined) throw new Error("No session is open; nothing can be recalled.");
      const { query, limit = 5 } = params as { query: string; limit?: number };
      try {
        const found = await (await session.memory()).recall(query, { limit });
        const undo = found.length > 0 ? "\nA person can undo one: /memory undo ID" : "";
        return {
          content: [{ type: "text", text: visible(recalledText(query, found)) + undo }],
          details: found,
        };
      } catch (error) {
        throw new Error(troubleIn(error));
      }
    },
  };
}

/** What a person sees of a recall: how many records, or all of them. */
export function foundText({ details, content }: PiToolResult, expanded: boolean): string {
  if (Array.isArray(details) && !expanded) return `memory: ${count(details.length, "record")}`;
  return content.map(({ text }) => text).join("\n");
}
