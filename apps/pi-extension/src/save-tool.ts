import type { RunEvent, RunReport } from "@holdfast/schema";
import { jsonSchemaOf } from "@holdfast/schema";
import type { PiTool, PiToolResult } from "./host.ts";
import { troubleIn, visible } from "./say.ts";
import type { Sessions } from "./session.ts";
import { everyOutcome, oneLine } from "./tell.ts";

export const saveToolName = "save_to_memory";

/**
 * The one way in which an agent saves. What is valid is staged, durable before anything else, then settled in the foreground; a busy writer
 * leaves it staged. Throws, as Pi wants it, only where nothing was taken.
 */
export function saveTool(
  sessions: Sessions,
  { asSchema, onSaved }: { readonly asSchema: (schema: object) => never; readonly onSaved: () => void },
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
    parameters: asSchema(namingOnly(jsonSchemaOf("proposal"))),
    executionMode: "sequential",
    async execute(_callId, params, signal, onUpdate): Promise<PiToolResult> {
      const session = sessions.current();
      if (session === undefined) throw new Error("No session is open; nothing was saved.");
      onSaved();
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
        return { content: [{ type: "text", text: visible(everyOutcome(report)) }], details: report };
      } catch (error) {
        throw new Error(troubleIn(error));
      }
    },
  };
}

/** Pi refuses a whole call for one bad member: its check only sees names and types, and ours judges the members one by one. */
function namingOnly(schema: object): object {
  const kept = Object.entries(schema).filter(([key]) => !judging.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === "properties" ? named(value as object) : inner(value)]),
  );
}

const judging: ReadonlySet<string> = new Set([
  ...["$schema", "additionalProperties", "required", "minLength", "maxLength", "minItems", "maxItems"],
]);

function named(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)]));
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === "object" && value !== null ? namingOnly(value) : value;
}

/** What a person sees of a save: one line, or every outcome. */
export function savedText(details: unknown, expanded: boolean): string {
  if (typeof details !== "object" || details === null || !("counts" in details)) return "memory: saving";
  const report = details as RunReport;
  return visible(expanded ? everyOutcome(report) : oneLine(report));
}

function progressIn(event: RunEvent): string | undefined {
  if (event.kind === "chunk_started") return `memory: ${event.settled} of ${event.staged} settled`;
  if (event.kind === "outcome") return `memory: ${event.outcome.fate}: ${event.outcome.summary ?? ""}`;
  return undefined;
}

function either(a: AbortSignal | undefined, b: AbortSignal): AbortSignal {
  return a === undefined ? b : AbortSignal.any([a, b]);
}
