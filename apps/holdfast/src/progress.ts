import type { RunEvent } from "@holdfast/schema";
import { costWords } from "./show/cost-words.ts";
import { fateWords } from "./show/run-words.ts";
import { capWords } from "./show/session-lines.ts";
import { visibleLine } from "./visible-text.ts";

const barWidth = 24;

/** What reading will take, said before it is taken. */
function aheadOf({
  model,
  sessions,
  windows,
  tokens,
  caps,
}: RunEvent & { kind: "extraction_started" }): string {
  const what = `${sessions} ${sessions === 1 ? "session" : "sessions"}, ${windows} ${windows === 1 ? "window" : "windows"}`;
  return `Reading ${what}, about ${tokens.toLocaleString("en-US")} tokens, with ${model}; at most ${capWords(caps)}.`;
}

/** Draws a run on stderr: a bar on a terminal, plain warnings elsewhere, nothing when quiet. Says each warning once. */
export function progressOn(stream: NodeJS.WriteStream, quiet: boolean) {
  const live = stream.isTTY === true && !quiet;
  const warned = new Set<string>();
  let drawn = false;
  let settled = 0;
  let staged = 0;
  let asked = "";
  const fates = new Map<string, number>();
  const marks = () => [...fates].map(([mark, count]) => ` ${mark}${count}`).join("");

  const clear = () => {
    if (drawn) stream.write("\r\u001b[2K");
    drawn = false;
  };
  const bar = () => {
    if (!live || staged === 0) return;
    const filled = Math.min(barWidth, Math.round((settled / staged) * barWidth));
    stream.write(
      `\r\u001b[2K${"\u2588".repeat(filled)}${"\u2591".repeat(barWidth - filled)} ${settled}/${staged} ${marks()}${asked}`,
    );
    drawn = true;
  };
  const say = (message: string) => {
    if (quiet) return;
    clear();
    stream.write(`${visibleLine(message)}\n`);
  };
  const warn = (message: string) => {
    if (warned.has(message)) return;
    warned.add(message);
    say(`warning: ${message}`);
  };
  const draw = (event: RunEvent) => {
    if (event.kind === "extraction_started") {
      if (event.windows > 0) say(aheadOf(event));
      return;
    }
    if (event.kind === "window_read") {
      staged = event.windows;
      settled = event.read;
    } else if (event.kind === "chunk_started") {
      staged = event.staged;
      settled = event.settled;
    } else if (event.kind === "outcome") {
      settled++;
      const { mark } = fateWords[event.outcome.fate];
      fates.set(mark, (fates.get(mark) ?? 0) + 1);
    } else if (event.kind === "model_call") {
      asked = `  ${[...costWords(event), `${Math.round(event.left_ms / 1000)} s left`].join(", ")}`;
    } else if (event.kind === "warning") warn(event.message);
    else return;
    bar();
  };
  return { draw, say, warn, clear };
}
