import { DynamicBorder } from "@earendil-works/pi-coding-agent";
import { Container, type SelectItem, SelectList, Text } from "@earendil-works/pi-tui";
import type { PiTheme } from "./host.ts";
import type { Menu } from "./menu.ts";

export interface DrawnMenu {
  readonly menu: Menu;
  readonly theme: PiTheme;
  /** Called with the action of the row that was taken, or with nothing when the menu was left. */
  readonly done: (action: string | undefined) => void;
  /** Called when what is shown is no longer true. */
  readonly redraw: () => void;
}

/** A menu as a component of Pi, its cursor on the row where it starts. */
export function drawMenu({ menu: { title, rows, start }, theme, done, redraw }: DrawnMenu) {
  const colour = (name: string) => (text: string) => theme.fg(name, text);
  const items: SelectItem[] = rows.map(({ action, label, does }) => ({
    value: action,
    label,
    description: does,
  }));
  const list = new SelectList(
    items,
    items.length,
    {
      selectedPrefix: colour("accent"),
      selectedText: colour("accent"),
      description: colour("muted"),
      scrollInfo: colour("dim"),
      noMatch: colour("warning"),
    },
    // Without a least width Pi takes the greatest for it, and what a row does is cut off at 80 columns.
    { minPrimaryColumnWidth: 1, maxPrimaryColumnWidth: 48 },
  );
  list.setSelectedIndex(rows.findIndex(({ action }) => action === start));
  list.onSelect = ({ value }) => done(value);
  list.onCancel = () => done(undefined);

  const box = new Container();
  box.addChild(new DynamicBorder(colour("accent")));
  box.addChild(new Text(theme.bold(title), 1, 0));
  box.addChild(list);
  box.addChild(new Text(theme.fg("dim", "up and down, Enter, Escape"), 1, 0));
  box.addChild(new DynamicBorder(colour("accent")));
  return {
    render: (width: number) => box.render(width),
    invalidate: () => box.invalidate(),
    handleInput(data: string) {
      list.handleInput(data);
      redraw();
    },
  };
}
