import type { ReadStream, WriteStream } from "node:tty";
import { render } from "ink";
import { App, type AppProps } from "./app.tsx";
import { isTyping } from "./intent-of.ts";
import { keysFrom } from "./only-keys.ts";

export interface MountRequest extends AppProps {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  /** Told when drawing throws. */
  readonly onCrash: (error: unknown) => void;
}

const pasteWords = "Nothing was done: what is pasted is text, and no text is typed here.";

/** Has Ink draw the dashboard and listen to keys. */
export function mount({ stdin, stdout, onCrash, ...props }: MountRequest) {
  const ink = render(<App {...props} />, {
    stdin: keysFrom(stdin, {
      wantsText: () => isTyping(props.store.get()),
      onRefused: () => props.store.dispatch({ kind: "failed", text: pasteWords }),
    }),
    stdout,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 60,
  });
  const ended = ink.waitUntilExit().catch(onCrash);
  return {
    /** Stops drawing and listening; nobody reads from stdin after that. */
    async unmount(): Promise<void> {
      ink.unmount();
      await ended;
      stdin.pause();
    },
  };
}
