import type { Screen } from "../screen.ts";
import { drawContext } from "./context/draw.ts";
import { contextBindings } from "./context/keys.ts";
import { drawDeadLetters } from "./dead-letters/draw.ts";
import { deadLettersBindings } from "./dead-letters/keys.ts";
import { drawMemory } from "./memory/draw.ts";
import { memoryBindings } from "./memory/keys.ts";
import { drawOverview } from "./overview/draw.ts";
import { overviewBindings } from "./overview/keys.ts";
import { drawReconcile } from "./reconcile/draw.ts";
import { reconcileBindings } from "./reconcile/keys.ts";
import { drawRuns } from "./runs/draw.ts";
import { runsBindings } from "./runs/keys.ts";
import { drawStaging } from "./staging/draw.ts";
import { stagingBindings } from "./staging/keys.ts";

/** The screens, in the order of their numbers. */
export const screens: readonly Screen[] = [
  { name: "overview", title: "Overview", short: "Overview", bindings: overviewBindings, draw: drawOverview },
  {
    name: "memory",
    title: "Memory",
    short: "Memory",
    bindings: memoryBindings,
    isTyping: ({ memory }) => memory.typing,
    draw: drawMemory,
  },
  { name: "staging", title: "Staging", short: "Staging", bindings: stagingBindings, draw: drawStaging },
  {
    name: "dead_letters",
    title: "Dead letters",
    short: "Dead",
    bindings: deadLettersBindings,
    draw: drawDeadLetters,
  },
  { name: "runs", title: "Runs", short: "Runs", bindings: runsBindings, draw: drawRuns },
  {
    name: "reconcile",
    title: "Reconcile",
    short: "Reconcile",
    bindings: reconcileBindings,
    draw: drawReconcile,
  },
  {
    name: "context",
    title: "Context",
    short: "Context",
    bindings: contextBindings,
    isTyping: ({ context }) => context.typing,
    draw: drawContext,
  },
];

export function screenOf(name: Screen["name"]): Screen {
  return screens.find((screen) => screen.name === name)!;
}
