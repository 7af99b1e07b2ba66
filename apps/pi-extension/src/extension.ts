import type { ContextBlock } from "@holdfast/schema";
import { agentRequest } from "./ask-agent.ts";
import { reconcileInBackground } from "./background.ts";
import { choose } from "./choose.ts";
import type { drawMenu } from "./draw-menu.ts";
import { onTerminal, type PiContext, type PiHost, type PiTheme } from "./host.ts";
import { inspectMenu, memoryMenu } from "./menu.ts";
import type { PiComplete } from "./models/pi-models.ts";
import { foundText, recallTool } from "./recall-tool.ts";
import { savedText, saveTool, savingText } from "./save-tool.ts";
import { say, troubleIn } from "./say.ts";
import { piSessions, type Session } from "./session.ts";
import { readBackground } from "./settings.ts";
import { showStatus } from "./show-run.ts";
import { typedCommands, usage } from "./typed-commands.ts";
import { hasUnsaved } from "./unsaved.ts";

/** What the entry file knows of the Pi it runs in. */
export interface Surroundings {
  /** True where Pi says when the agent has settled (0.80.4 and later). */
  readonly settles: boolean;
  /** `complete` of pi-ai, where this Pi has it. */
  readonly complete: PiComplete | undefined;
  /** The folder of the person's Pi. */
  readonly agentDir: () => string;
  /** A JSON Schema as Pi's tools take it. */
  readonly asSchema: (schema: object) => never;
  /** Text as a component that Pi draws. */
  readonly asText: (text: string) => unknown;
  readonly drawMenu: typeof drawMenu;
}

/** Pi's start is over by then: what is loaded now is in nobody's way. */
const backgroundAfterMs = 1_000;

/** Characters after `/memory`: a query, an id, and room to spare. */
const mostTyped = 2_000;

/** What the agent is given, kept for the session that it was composed in. */
interface Given {
  readonly session: Session;
  readonly block: Promise<ContextBlock>;
}

/** Registers everything, and does nothing else: no disk, no native code, no network before a session starts. */
export function holdfast(pi: PiHost, around: Surroundings): void {
  const sessions = piSessions(around);
  let given: Given | undefined;
  /** So many entries of the branch were consolidated by the typed command. */
  let consolidated = 0;
  const request = agentRequest(pi, {
    settles: around.settles,
    nudge: (ctx) =>
      say(ctx, "The agent finished without saving to memory. /memory consolidate tries again.", "warning"),
  });

  pi.on("session_start", ({ reason }: { reason?: string }, ctx: PiContext) => {
    request.forget();
    consolidated = 0;
    const session = sessions.start(ctx);
    const { hasUI, ui } = ctx;
    const background = () =>
      readBackground({
        agentDir: around.agentDir(),
        env: process.env,
        warn: (text) => say({ hasUI, ui }, text, "warning"),
      });
    const begin = async () => {
      if (reason === "reload") await showStatus(session).catch((error: unknown) => session.warn(error));
      else await reconcileInBackground(session, background);
    };
    const timer = setTimeout(begin, backgroundAfterMs);
    session.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
  pi.on("session_shutdown", async () => {
    request.forget();
    await sessions.end();
  });
  pi.on("before_agent_start", async ({ systemPrompt }: { systemPrompt?: string }) => {
    const session = sessions.current();
    if (session === undefined || systemPrompt === undefined) return undefined;
    try {
      const { text } = await givenIn(session);
      return text === "" ? undefined : { systemPrompt: `${systemPrompt}\n\n${text}` };
    } catch (error) {
      session.warn(error); // it costs the block, never the turn
      return undefined;
    }
  });

  /** Composed once a session, so that a provider's cache of the prompt holds. */
  function givenIn(session: Session): Promise<ContextBlock> {
    if (given?.session !== session)
      given = { session, block: session.memory().then((memory) => memory.context()) };
    const { block } = given;
    block.catch(() => {
      if (given?.block === block) given = undefined; // the next turn tries again
    });
    return block;
  }

  pi.registerTool({
    ...saveTool(sessions, { asSchema: around.asSchema, onSaved: request.saved }),
    renderCall: (params, theme) => around.asText(heading(savingText(params), theme)),
    renderResult: (result, { expanded }) => around.asText(savedText(result, expanded)),
  });
  pi.registerTool({
    ...recallTool(sessions, around),
    renderResult: (result, { expanded }) => around.asText(foundText(result, expanded)),
  });

  pi.registerCommand("memory", {
    description: "What is remembered: consolidate, reconcile, recover, inspect",
    getArgumentCompletions: (prefix) => {
      const typed = prefix.trimStart();
      // A word that is complete is offered nothing: what is offered would take the Enter that sends it.
      const fitting = typedCommands.filter(({ word }) => word.startsWith(typed) && word !== typed);
      return fitting.length === 0
        ? null
        : fitting.map(({ word, does }) => ({ value: word, label: word, description: does }));
    },
    handler: async (args, ctx) => {
      const session = sessions.current();
      if (session === undefined) return say(ctx, "No session is open.", "warning");
      try {
        await (args.trim() === "" ? menu(session, ctx) : command(args.trim(), session, ctx));
        await showStatus(session);
      } catch (error) {
        if (session.isCurrent()) say(ctx, troubleIn(error), "error");
      }
    },
  });

  async function command(args: string, session: Session, ctx: PiContext): Promise<void> {
    const [word = "", ...rest] = args.split(/\s+/u);
    const typed = typedCommands.find((one) => one.word === word);
    if (args.length > mostTyped) return say(ctx, `That is too long: ${args.length} characters.`, "warning");
    if (typed === undefined) return say(ctx, `There is no /memory ${word}.\n${usage()}`, "warning");
    const entries = ctx.sessionManager.getBranch().length;
    const memory = await session.memory();
    const work = { memory, session, ctx, rest: rest.join(" "), given: () => givenIn(session) };
    const done = typed.run(work).then((text) => {
      if (!session.isCurrent()) return;
      if (word === "consolidate") consolidated = entries;
      say(ctx, text);
    });
    // Pi takes nothing from a person while a command runs; over RPC and in print mode the command's end is waited for.
    if (!(typed.takesTime && onTerminal(ctx))) return done;
    done.catch((error: unknown) => {
      if (session.isCurrent()) say(ctx, troubleIn(error), "error");
    });
  }

  async function menu(session: Session, ctx: PiContext): Promise<void> {
    if (!ctx.hasUI) return say(ctx, usage());
    const ask = { draw: around.drawMenu, signal: session.signal };
    const status = await (await session.memory()).status();
    const unsaved = hasUnsaved(ctx.sessionManager.getBranch(), consolidated);
    const action = await choose(ctx, memoryMenu(status, unsaved), ask);
    if (!session.isCurrent() || action === undefined) return;
    if (action === "consolidate") {
      if (!request.ask(ctx))
        say(ctx, "Pi takes no request now: one is on its way, or it is compacting. Try again.", "warning");
      return;
    }
    if (action !== "inspect") return command(action, session, ctx);
    const look = await choose(ctx, inspectMenu(), ask);
    if (!session.isCurrent()) return;
    if (look !== undefined) return command(look, session, ctx);
    if (onTerminal(ctx)) return menu(session, ctx); // Escape goes one step back
  }
}

function heading(text: string, theme: PiTheme): string {
  return theme.fg("toolTitle", theme.bold(text));
}
