import { Box, Text, useInput } from "ink";
import { useSyncExternalStore } from "react";
import type { Styles } from "../styles.ts";
import type { DashboardStore } from "./dashboard-state.ts";
import { frameLines } from "./frame.ts";
import { intentOf } from "./intent-of.ts";
import { keysOf } from "./key.ts";
import type { Intent } from "./message.ts";

export interface AppProps {
  readonly store: DashboardStore;
  readonly styles: Styles;
  readonly now: () => number;
  /** Carries out what a key means. */
  readonly perform: (intent: Intent) => void;
}

/** The dashboard on a terminal: Ink listens and draws, the screens say what. */
export function App({ store, styles, now, perform }: AppProps) {
  const state = useSyncExternalStore(store.subscribe, store.get);
  useInput((input, pressed) => {
    store.dispatch({ kind: "time", now: now() });
    for (const key of keysOf(input, pressed)) {
      const intent = intentOf(store.get(), key);
      if (intent !== undefined) carryOut(intent, store, perform);
    }
  });
  const { columns, rows } = state.size;
  return (
    <Box flexDirection="column" width={columns} height={rows - 1} overflow="hidden">
      {frameLines(state, styles).map((line, at) => (
        <Text key={at} wrap="truncate">
          {line === "" ? " " : line}
        </Text>
      ))}
    </Box>
  );
}

/** The screens hear of an intent first; then it is done. A yes stands for what was asked about. */
export function carryOut(intent: Intent, store: DashboardStore, perform: (intent: Intent) => void): void {
  const { question } = store.get();
  store.dispatch(intent);
  if (intent.kind !== "answer") perform(intent);
  else if (intent.yes && question !== undefined) carryOut(question.meaning, store, perform);
}
