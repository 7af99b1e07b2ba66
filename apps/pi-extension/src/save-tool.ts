import { type RunEvent, type RunReport, visible } from "@holdfast/schema";
import type { PiTool, PiToolResult } from "./host.ts";
import parameters from "./save-parameters.json" with { type: "json" };
import { troubleIn } from "./say.ts";
import type { Sessions } from "./session.ts";
import { showRun } from "./show-run.ts";
import { count, everyOutcome, fatesText, oneLine, ownReport } from "./tell.ts";

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
    parameters: asSchema(parameters),
    executionMode: "sequential",
    // Pi refuses a whole call for one member of another type. Ours judges the members one by one, so that all of it must come through.
    prepareArguments: (args) => ({ given: args }),
    async execute(_callId, params, signal, onUpdate): Promise<PiToolResult> {
      const session = sessions.current();
      if (session === undefined) throw new Error("No session is open; nothing was saved.");
      const save = async (stop: AbortSignal, show: (event: RunEvent) => void) =>
        (await session.memory()).save({
          sessionId: session.id,
          candidates: givenIn(params),
          source: "agent",
          signal: signal === undefined ? stop : AbortSignal.any([signal, stop]),
          isCurrent: session.isCurrent,
          onEvent: (event) => {
            show(event);
            const text = progressIn(event);
            if (text !== undefined) onUpdate?.({ content: [{ type: "text", text }], details: undefined });
          },
        });
      try {
        const report = await session.atOnce((stop) => showRun(session, (show) => save(stop, show)));
        onSaved();
        const { own, others } = ownReport(report);
        const besides = others.staged > 0 ? `\nOf what waited before: ${fatesText(others)}.` : "";
        const text = visible(everyOutcome(own, session.unheard(report.warnings)) + besides);
        return { content: [{ type: "text", text }], details: own };
      } catch (error) {
        throw new Error(troubleIn(error));
      }
    },
  };
}

/** What a person sees of a call: what is being saved. The arguments come in piece by piece. */
export function savingText(params: unknown): string {
  const given = givenIn(params) as { readonly [group: string]: unknown } | null | undefined;
  const parts = groups.flatMap(([group, word]) => {
    const members = given?.[group];
    return Array.isArray(members) && members.length > 0 ? [count(members.length, word)] : [];
  });
  return `save to memory${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
}

/** What a person sees of a save: one line, or every outcome; while it runs, how far it is; when nothing was taken, why. */
export function savedText({ details, content }: PiToolResult, expanded: boolean): string {
  const isReport = typeof details === "object" && details !== null && "counts" in details;
  if (!isReport || expanded) return visible(content.map(({ text }) => text).join("\n"));
  const report = details as RunReport;
  const [only, ...more] = report.outcomes;
  const what = only?.summary !== undefined && more.length === 0 ? `: ${only.summary}` : "";
  return visible(oneLine(report) + what);
}

const groups = [
  ["lessons", "lesson"],
  ["preferences", "preference"],
  ["decisions", "decision"],
  ["domain", "domain fact"],
] as const;

/** What the agent sent, as Pi hands it on. */
function givenIn(params: unknown): unknown {
  const given = (params as { given?: unknown } | null | undefined)?.given;
  return given === undefined ? params : given;
}

function progressIn(event: RunEvent): string | undefined {
  if (event.kind === "chunk_started") return `memory: ${event.settled} of ${event.staged} settled`;
  if (event.kind === "outcome") return `memory: ${event.outcome.fate}: ${event.outcome.summary ?? ""}`;
  return undefined;
}
