import type { ModelRegistry } from "@holdfast/schema";
import { agentRequest } from "./ask-agent.ts";
import { type Background, reconcileInBackground } from "./background.ts";
import type { PiContext, PiHost } from "./host.ts";
import { menuRows, menuTitle } from "./menu.ts";
import { sessionModelId } from "./models/session-model-id.ts";
import { recallTool } from "./recall-tool.ts";
import { savedText, saveTool } from "./save-tool.ts";
import { say, troubleIn } from "./say.ts";
import { piSessions } from "./session.ts";
import { showStatus } from "./status-line.ts";
import { statusText } from "./tell.ts";
import { typedCommands } from "./typed-commands.ts";

/** What the entry file knows of the Pi it runs in. */
export interface Surroundings {
  /** True where Pi says when the agent has settled (0.80.4 and later). */
  readonly settles: boolean;
  readonly background: Background;
  /** Pi's models as ours. */
  readonly registryOf: (ctx: PiContext) => ModelRegistry;
  /** A JSON Schema as Pi's tools take it. */
  readonly asSchema: (schema: object) => never;
  /** Text as a component that Pi draws. */
  readonly asText: (text: string) => unknown;
}

/** Registers everything, and does nothing else: no disk, no native code, no network before a session starts. */
export function holdfast(pi: PiHost, around: Surroundings): void {
  const sessions = piSessions();
  let block: { readonly text: string } | undefined;
  let unsaved = false;
  const request = agentRequest(pi, {
    settles: around.settles,
    nudge: (ctx) =>
      say(ctx, "The agent finished without saving to memory. /memory consolidate tries again.", "warning"),
  });

  pi.on("session_start", ({ reason }: { reason?: string }, ctx: PiContext) => {
    request.forget();
    block = undefined;
    unsaved = false;
    const session = sessions.start({
      ctx,
      registry: around.registryOf(ctx),
      sessionModel: modelNow(ctx),
      log: () => {},
    });
    if (reason !== "reload") void reconcileInBackground(session, around.background);
  });
  pi.on("session_shutdown", async () => {
    request.forget();
    await sessions.end();
  });
  pi.on("before_agent_start", async (event: { systemPrompt?: string }) => {
    unsaved = true;
    const session = sessions.current();
    if (session === undefined || event.systemPrompt === undefined) return undefined;
    block ??= await contextOf(session);
    return block.text === "" ? undefined : { systemPrompt: `${event.systemPrompt}\n\n${block.text}` };
  });

  const save = saveTool(sessions, {
    asSchema: around.asSchema,
    onSaved: () => {
      request.saved();
      unsaved = false;
    },
  });
  pi.registerTool({
    ...save,
    renderResult: ({ details }, { expanded }) => around.asText(savedText(details, expanded)),
  });
  pi.registerTool(recallTool(sessions, around));

  pi.registerCommand("memory", {
    description: "What is remembered: consolidate, reconcile, recover, inspect",
    getArgumentCompletions: (prefix) => {
      const fitting = typedCommands.filter(({ word }) => word.startsWith(prefix.trimStart()));
      return fitting.length === 0
        ? null
        : fitting.map(({ word, does }) => ({ value: word, label: word, description: does }));
    },
    handler: async (args, ctx) => {
      try {
        await command(args.trim(), ctx);
      } catch (error) {
        say(ctx, troubleIn(error), "error");
      }
      const session = sessions.current();
      if (session !== undefined) await showStatus(session).catch(() => {}); // the command has told its own trouble
    },
  });

  async function command(args: string, ctx: PiContext): Promise<void> {
    const session = sessions.current();
    if (session === undefined) return say(ctx, "No session is open.", "warning");
    const memory = await session.memory();
    if (args === "") return menu(ctx);
    const [word = "", ...rest] = args.split(/\s+/u);
    const typed = typedCommands.find((one) => one.word === word);
    if (typed === undefined) return say(ctx, `There is no /memory ${word}.\n${usage()}`, "warning");
    const text = await typed.run({ memory, session, ctx, rest: rest.join(" ") });
    if (session.isCurrent()) say(ctx, text);
  }

  async function menu(ctx: PiContext): Promise<void> {
    const session = sessions.current();
    if (session === undefined) return;
    if (!ctx.hasUI) return say(ctx, usage());
    const status = await (await session.memory()).status();
    const rows = menuRows(status, unsaved);
    const chosen = await ctx.ui.select(
      menuTitle(status),
      rows.map(({ label }) => label),
      { signal: session.signal },
    );
    if (!session.isCurrent()) return;
    const action = rows.find(({ label }) => label === chosen)?.action;
    if (action === "consolidate") return request.ask(ctx);
    if (action === "inspect") return say(ctx, `${statusText(status)}\n${usage()}`);
    if (action !== undefined) return command(action, ctx);
  }

  /** Composed once a session, so that a provider's cache of the prompt holds. A failure costs the block, never the turn. */
  async function contextOf(session: NonNullable<ReturnType<typeof sessions.current>>) {
    try {
      const { text } = await (await session.memory()).context();
      return { text };
    } catch (error) {
      session.ui?.notify(troubleIn(error), "warning");
      return { text: "" };
    }
  }
}

function usage(): string {
  const lines = typedCommands.map(({ word, does }) => `/memory ${word}: ${does}`);
  return ["/memory opens a menu where there is a screen.", ...lines].join("\n");
}

/** Pi's present model, as long as the context may be asked. */
function modelNow(ctx: PiContext): () => string | undefined {
  return () => {
    try {
      return sessionModelId(ctx.model);
    } catch {
      return undefined; // the session was replaced: its context answers no more
    }
  };
}
