import type { LoopbackBody, LoopbackReply, LoopbackScript } from "@holdfast/testkit";

/** What a model is asked in one turn. */
export interface Turn {
  /** What the person says now, and whoever speaks in their name; nothing in a turn that only a tool's answer opened. */
  readonly user: string;
  /** What the tool answered that the model called in the turn before. */
  readonly toolResult: string | undefined;
  /** The tool that the model is made to call. */
  readonly forced: string | undefined;
  /** The names of the tools that the model may call. */
  readonly tools: readonly string[];
  readonly system: string;
  readonly model: string;
  /** The whole request. */
  readonly body: LoopbackBody;
}

/**
 * An agent for `loopbackMessages`: it answers as the script says. Where that says nothing, it repeats what the tool or else the person said.
 *
 *     anAgent(({ user }) => (user.includes("save") ? calls("save_to_memory", { lessons }) : undefined))
 */
export function anAgent(script: (turn: Turn) => Answer | Promise<Answer> = () => undefined): LoopbackScript {
  return async ({ body = {} }, nth) => {
    const turn = turnOf(body);
    const reply = (await script(turn)) ?? says(repeated(turn));
    return reply.kind === "tool" ? { id: `toolu_${nth}`, ...reply } : reply; // Pi tells calls apart by their ids
  };
}

type Answer = LoopbackReply | undefined;

/** The agent says this. */
export function says(text: string): LoopbackReply {
  return { kind: "text", text };
}

/** The agent calls this tool. */
export function calls(name: string, input: object): LoopbackReply {
  return { kind: "tool", name, input };
}

function repeated({ user, toolResult }: Turn): string {
  return toolResult === undefined ? `You said: ${user}` : `The tool said: ${toolResult}`;
}

function turnOf(body: LoopbackBody): Turn {
  const messages = body.messages ?? [];
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  const blocks = since.filter(({ role }) => role === "user").flatMap(({ content }) => blocksOf(content));
  const answers = blocks.filter(({ type }) => type === "tool_result");
  return {
    user: textOf(blocks),
    toolResult: answers.length > 0 ? answers.map(({ content }) => textOf(content)).join("\n") : undefined,
    forced: body.tool_choice?.name,
    tools: (body.tools ?? []).map(({ name }) => name),
    system: textOf(body.system),
    model: body.model ?? "",
    body,
  };
}

function textOf(content: unknown): string {
  const texts = blocksOf(content).filter(({ type }) => type === "text");
  return texts.map(({ text }) => text).join("\n");
}

function blocksOf(content: unknown): { type: string; text?: string; content?: unknown }[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [];
}
