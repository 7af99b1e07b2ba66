import type { ContextBlock } from "@holdfast/memory";
import { unstyled } from "../../../styles.ts";
import type { Around } from "../../around.ts";
import { bodyRows } from "../../layout.ts";
import type { Message } from "../../message.ts";
import { scrolledTo } from "../../parts/scrolled.ts";
import { contextLines } from "./detail.ts";

/** Lines above the block. */
export const contextHeading = 2;

export interface ContextState {
  readonly prompt: string;
  readonly typing: boolean;
  /** What an agent would be given for `asked`; the prompt may have been typed on. */
  readonly block: ContextBlock | undefined;
  readonly asked: string | undefined;
  readonly line: number;
}

export const contextStart: ContextState = {
  prompt: "",
  typing: false,
  block: undefined,
  asked: undefined,
  line: 0,
};

export function updateContext(state: ContextState, message: Message, { size, shown }: Around): ContextState {
  if (message.kind === "context") {
    if (message.prompt !== state.prompt) return state; // typed on meanwhile
    return { ...state, block: message.block, asked: message.prompt };
  }
  if (message.kind === "records_changed") return { ...state, asked: undefined };
  if (!shown) return state;
  switch (message.kind) {
    case "start_typing":
      return { ...state, typing: true };
    case "end_typing":
      return { ...state, typing: false };
    case "type":
      return { ...state, prompt: state.prompt + message.text, line: 0 };
    case "rub_out":
      return { ...state, prompt: [...state.prompt].slice(0, -1).join(""), line: 0 };
    case "clear":
    case "close":
      return { ...state, prompt: "", line: 0 };
    case "move": {
      if (state.block === undefined) return state;
      const lines = contextLines(state.block, { columns: size.columns, styles: unstyled }).length;
      return {
        ...state,
        line: scrolledTo(state.line, message.to, { lines, height: bodyRows(size) - contextHeading }),
      };
    }
    default:
      return state;
  }
}
