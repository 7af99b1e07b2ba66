import { type RunEvent, type RunReport, visible } from "@holdfast/schema";
import type { PiTool, PiToolResult } from "./host.ts";
import parameters from "./save-parameters.json" with { type: "json" };
import { troubleIn } from "./say.ts";
import type { Sessions } from "./session.ts";
import { everyOutcome, oneLine } from "./tell.ts";

export const saveToolName = "save_to_memory";

/**
 * The one way in which an agent saves. What is valid is staged, durable before anything else, then settled in the foreground; a busy writer
 * leaves it staged. Throws, as Pi wants it, only where nothing was taken.
 */
export function saveTool(
  sessions: Sessions,
  { asSchema, onCall }: { readonly asSchema: (schema: object) => never; readonly onCall: () => void },
): PiTool {
  return {
    name: saveToolName,
    label: "Save to memory",
    description:
      "Saves what is worth remembering in later sessions: lessons (what went wrong and what works), preferences (how the person wants to work), decisions (with why), domain facts. Each is one self-contained sentence in `summary`; more goes into `detail`. Send all of them in one call; leave a list empty when there is nothing.",
    promptSnippet: "Save lessons, preferences, decisions and domain facts for later sessions",
    promptGuidelines: [
      `Call ${saveToolName} only when the person asks to remember something or to consolidate memory, once, with everything in it.`,
      `Never edit memory files by hand: ${saveToolName} is the only way to save.`,
    ],
    parameters: asSchema(parameters),
    executionMode: "sequential",
    async execute(_callId, params, signal, onUpdate): Promise<PiToolResult> {
      const session = sessions.current();
      if (session === undefined) throw new Error("No session is open; nothing was saved.");
      onCall();
      try {
        const memory = await session.memory();
        const report = await memory.save({
          sessionId: session.id,
          candidates: params,
          source: "agent",
          signal: either(signal, session.signal),
          isCurrent: session.isCurrent,
          onEvent: (event) => {
            const text = progressIn(event);
            if (text !== undefined) onUpdate?.({ content: [{ type: "text", text }], details: undefined });
          },
        });
        const text = visible(everyOutcome(report, session.unheard(report.warnings)));
        return { content: [{ type: "text", text }], details: report };
      } catch (error) {
        throw new Error(troubleIn(error));
      }
    },
  };
}

/** What a person sees of a call: what is being saved. The arguments come in piece by piece. */
export function savingText(params: unknown): string {
  const parts = Object.entries(params ?? {}).flatMap(([group, members]) =>
    Array.isArray(members) && members.length > 0 ? [`${members.length} ${visible(group)}`] : [],
  );
  return `save to memory${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
}

/** What a person sees of a save: one line, or every outcome; while it runs, how far it is; when nothing was taken, why. */
export function savedText({ details, content }: PiToolResult, expanded: boolean): string {
  const isReport = typeof details === "object" && details !== null && "counts" in details;
  return visible(
    isReport && !expanded ? oneLine(details as RunReport) : content.map(({ text }) => text).join("\n"),
  );
}

function progressIn(event: RunEvent): string | undefined {
  if (event.kind === "chunk_started") return `memory: ${event.settled} of ${event.staged} settled`;
  if (event.kind === "outcome") return `memory: ${event.outcome.fate}: ${event.outcome.summary ?? ""}`;
  return undefined;
}

function either(a: AbortSignal | undefined, b: AbortSignal): AbortSignal {
  return a === undefined ? b : AbortSignal.any([a, b]);
}
