import { type Binding, listBindings } from "../../screen.ts";
import { isActive } from "./state.ts";

export const reconcileBindings: readonly Binding[] = [
  {
    keys: ["r", "enter"],
    shown: "r/Enter",
    legend: "reconcile",
    help: "settle everything that waits",
    intent: ({ reconcile }) => (isActive(reconcile) ? undefined : { kind: "reconcile" }),
  },
  {
    keys: ["escape"],
    shown: "Esc",
    legend: "stop",
    help: "stop before the next commit; what is committed is kept",
    intent: ({ reconcile }) => (isActive(reconcile) ? { kind: "stop" } : undefined),
  },
  ...listBindings,
];
