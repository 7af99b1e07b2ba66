import type { drawMenu } from "./draw-menu.ts";
import { onTerminal, type PiContext, type PiTheme } from "./host.ts";
import type { Menu } from "./menu.ts";

/**
 * What the person takes from a menu, or nothing: over the screen on a terminal, else as a question that Pi's client asks. Answers nothing as soon
 * as the signal says so.
 */
export async function choose<Action extends string>(
  ctx: PiContext,
  menu: Menu<Action>,
  { draw, signal }: { readonly draw: typeof drawMenu; readonly signal: AbortSignal },
): Promise<Action | undefined> {
  let drawn = false;
  if (onTerminal(ctx)) {
    const taken = await ctx.ui.custom<string | undefined>(
      (tui: { requestRender(): void }, theme: PiTheme, _keys, done) => {
        drawn = true;
        signal.addEventListener("abort", () => done(undefined), { once: true });
        return draw({ menu, theme, done, redraw: () => tui.requestRender() }) as never;
      },
      { overlay: true, overlayOptions: { anchor: "center", width: "90%" } },
    );
    if (drawn) return menu.rows.find(({ action }) => action === taken)?.action;
  }
  // A client begins on its first row: that is the one where the cursor starts.
  const rows = [...menu.rows].sort(
    (a, b) => Number(b.action === menu.start) - Number(a.action === menu.start),
  );
  const asked = rows.map(({ label, does }) => `${label}: ${does}`);
  const taken = await ctx.ui.select(menu.title, asked, { signal });
  return rows[asked.indexOf(taken ?? "")]?.action;
}
