import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours for a stream: none where it is no terminal, or where the person wants none (https://no-color.org). */
export function stylesFor(stream: { isTTY?: boolean }, env: { NO_COLOR?: string | undefined }) {
  const on = stream.isTTY === true && !env.NO_COLOR;
  const style = (format: Format) => (text: string) => (on ? styleText(format, text) : text);
  return {
    bold: style("bold"),
    dim: style("dim"),
    chosen: style("inverse"),
    good: style("green"),
    note: style("cyan"),
    warn: style("yellow"),
    bad: style("red"),
  };
}

export type Styles = ReturnType<typeof stylesFor>;

/** No colours at all: for counting lines, and for what is kept as text. */
export const unstyled: Styles = stylesFor({ isTTY: false }, {});
