import { type Binding, listBindings } from "../../screen.ts";

export const contextBindings: readonly Binding[] = [
  {
    keys: ["/", "i", "enter"],
    shown: "Enter",
    legend: "type a prompt",
    help: "type what you would ask an agent; Enter or Esc ends",
    intent: () => ({ kind: "start_typing" }),
  },
  {
    keys: ["escape"],
    shown: "Esc",
    legend: "clear",
    help: "without a prompt: what every session starts with",
    intent: () => ({ kind: "clear" }),
  },
  ...listBindings,
];
