/**
 * What we need of Pi, and no more: the same in 0.74 and 1.6. Everything optional is missing in some version or mode. The
 * shapes are Pi's; `pi.ts` checks that Pi's own types fit.
 */
export interface PiHost {
  on(event: string, handler: (event: never, ctx: PiContext) => unknown): unknown;
  registerTool(tool: PiTool): void;
  registerCommand(name: string, command: PiCommand): void;
  sendUserMessage(text: string, options?: { deliverAs?: "steer" | "followUp" }): void;
}

/** What a handler is given. After the session was replaced every property of it throws, so it is looked at only while it is current. */
export interface PiContext {
  readonly ui: PiUi;
  /** False in print mode: nobody answers. */
  readonly hasUI: boolean;
  readonly mode?: "tui" | "rpc" | "json" | "print";
  readonly cwd: string;
  readonly sessionManager: PiSessionManager;
  readonly modelRegistry: unknown;
  readonly model?: { readonly provider: string; readonly id: string } | undefined;
  isIdle(): boolean;
}

/** True where a person looks at a terminal that Pi draws on. Before 0.78 Pi does not say so, and its clients talk to it over a pipe. */
export function onTerminal({ mode, hasUI }: Pick<PiContext, "mode" | "hasUI">): boolean {
  return mode === undefined ? hasUI && process.stdout.isTTY === true : mode === "tui";
}

export interface PiSessionManager {
  /** Entries from the root to the leaf. */
  getBranch(): readonly unknown[];
  getSessionId?(): string;
  getSessionFile(): string | undefined;
}

export interface PiUi {
  notify(message: string, kind?: "info" | "warning" | "error"): void;
  select(title: string, rows: string[], options?: { signal?: AbortSignal }): Promise<string | undefined>;
  setStatus(key: string, text: string | undefined): void;
  setWidget(key: string, lines: string[] | undefined): void;
  /**
   * Draws a component until it calls `done`. Where there is no terminal it answers undefined at once and draws nothing. Typed as loosely as it
   * is here, because its component is Pi's.
   */
  custom<T>(
    draw: (tui: never, theme: never, keys: never, done: (result: T) => void) => never,
    options: { overlay: boolean; overlayOptions: object },
  ): Promise<T>;
}

export interface PiCommand {
  readonly description: string;
  readonly getArgumentCompletions?: (
    prefix: string,
  ) => { value: string; label: string; description?: string }[] | null;
  readonly handler: (args: string, ctx: PiContext) => Promise<void>;
}

export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet?: string;
  readonly promptGuidelines?: string[];
  /** JSON Schema, as TypeBox has it. */
  readonly parameters: never;
  readonly executionMode?: "sequential" | "parallel";
  /** What Pi checks and hands on instead of what the agent sent. */
  prepareArguments?(args: unknown): object;
  execute(
    callId: string,
    params: unknown,
    signal: AbortSignal | undefined,
    onUpdate: ((update: PiToolResult) => void) | undefined,
    ctx: PiContext,
  ): Promise<PiToolResult>;
  renderCall?(args: unknown, theme: PiTheme): unknown;
  renderResult?(
    result: PiToolResult,
    options: { expanded: boolean; isPartial: boolean },
    theme: PiTheme,
  ): unknown;
}

export interface PiToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly details: unknown;
}

export interface PiTheme {
  fg(colour: string, text: string): string;
  bold(text: string): string;
}
