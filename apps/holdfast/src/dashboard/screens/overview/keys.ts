import type { Binding } from "../../screen.ts";
import { firstNeed } from "./state.ts";

export const overviewBindings: readonly Binding[] = [
  {
    keys: ["enter"],
    shown: "Enter",
    legend: "to what needs you",
    help: "go to what needs your attention first",
    intent: ({ facts, now }) => {
      const screen = firstNeed(facts, new Date(now))?.screen;
      return screen && { kind: "go", screen };
    },
  },
  {
    keys: ["r"],
    shown: "r",
    legend: "reconcile",
    help: "settle what waits",
    intent: () => ({ kind: "reconcile" }),
  },
];
