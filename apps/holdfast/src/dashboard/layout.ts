/** How large the window is. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Lines around the body: the tabs, a rule, what is to be told, and the legend. */
const frameRows = 4;
/** The last line of the window stays free: a terminal scrolls when it is written to its end. */
const freeRows = 1;
/** From this width on, a list and what is chosen in it stand side by side. */
const besideFrom = 100;

export function bodyRows({ rows }: Size): number {
  return Math.max(1, rows - frameRows - freeRows);
}

/** How a list, its heading of `heading` lines, and the pane of what is chosen share the body. */
export function panes(size: Size, heading: number) {
  const rows = bodyRows(size);
  const beside = size.columns >= besideFrom;
  const list = beside ? rows - heading : Math.max(3, Math.ceil((rows - heading) * 0.55));
  return {
    beside,
    listRows: Math.max(1, list),
    paneRows: Math.max(0, beside ? rows - heading : rows - heading - list - 1),
    listColumns: beside ? Math.floor((size.columns - 3) / 2) : size.columns,
    paneColumns: beside ? size.columns - 3 - Math.floor((size.columns - 3) / 2) : size.columns,
  };
}
