/** A state that changes by messages alone, and whoever wants to know. */
export interface Store<State, Message> {
  readonly get: () => State;
  readonly dispatch: (message: Message) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State, Message>(
  start: State,
  update: (state: State, message: Message) => State,
): Store<State, Message> {
  let state = start;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch: (message) => {
      const next = update(state, message);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
