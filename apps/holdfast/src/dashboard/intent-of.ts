import type { DashboardState } from "./dashboard-state.ts";
import { type Key, types } from "./key.ts";
import type { Intent } from "./message.ts";
import type { Binding } from "./screen.ts";
import { screenOf, screens } from "./screens/index.ts";

/** Keys that mean the same on every screen. */
export const everywhere: readonly Binding[] = [
  {
    keys: [...screens.map((_, at) => String(at + 1)), "tab", "shift-tab"],
    shown: "1-7 Tab",
    help: "the screens; Tab the next, Shift-Tab the one before",
    intent: (_, key) => {
      if (key === "tab") return { kind: "turn", by: 1 };
      if (key === "shift-tab") return { kind: "turn", by: -1 };
      const screen = screens[Number(key) - 1]?.name;
      return screen && { kind: "go", screen };
    },
  },
  { keys: ["?"], shown: "?", legend: "help", help: "this help", intent: () => ({ kind: "help" }) },
  {
    keys: ["ctrl-z"],
    shown: "Ctrl-Z",
    help: "back to the shell, until fg",
    intent: () => ({ kind: "suspend" }),
  },
  {
    keys: ["q", "ctrl-c"],
    shown: "q",
    legend: "quit",
    help: "quit; a run stops before its next commit first",
    intent: () => ({ kind: "quit" }),
  },
];

/** Faster nobody reads a question. What comes sooner is a paste, or was typed for something else. */
const leastReadingMs = 500;

/** What a key means now. Pure. */
export function intentOf(state: DashboardState, key: Key): Intent | undefined {
  if (key === "ctrl-c") return { kind: "quit" };
  if (key === "ctrl-z") return { kind: "suspend" };
  if (state.question !== undefined) {
    const isRead = state.now - state.question.askedAt >= leastReadingMs;
    return isRead ? { kind: "answer", yes: key === "y" || key === "Y" } : { kind: "answered_unread" };
  }
  if (state.help) return { kind: "help" };
  if (isTyping(state)) return typed(key);
  const binding = [...screenOf(state.screen).bindings, ...everywhere].find(({ keys }) => keys.includes(key));
  if (binding !== undefined) return binding.intent(state, key);
  return key === "escape" ? { kind: "close" } : undefined;
}

/** True where characters are text, and no keys. */
export function isTyping(state: DashboardState): boolean {
  const isAsked = state.question !== undefined || state.help;
  return !isAsked && screenOf(state.screen).isTyping?.(state) === true;
}

/** While something is typed every character is text; the arrows still move. */
function typed(key: Key): Intent | undefined {
  if (types(key)) return { kind: "type", text: key };
  switch (key) {
    case "enter":
    case "escape":
      return { kind: "end_typing" };
    case "backspace":
      return { kind: "rub_out" };
    case "ctrl-u":
      return { kind: "clear" };
    case "tab":
      return { kind: "turn", by: 1 };
    case "shift-tab":
      return { kind: "turn", by: -1 };
    case "up":
    case "down":
      return { kind: "move", to: key };
    case "page up":
      return { kind: "move", to: "page_up" };
    case "page down":
      return { kind: "move", to: "page_down" };
    default:
      return undefined;
  }
}
