const eighths = ["", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"];

/** A bar of at most `width` columns, as long as `value` is of `most`; what is not nothing is seen. */
export function bar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0 || width <= 0) return "";
  const parts = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return "\u2588".repeat(Math.floor(parts / 8)) + eighths[parts % 8];
}

/** A bar that fills up, with what is left of it. */
export function progressBar(done: number, all: number, width: number): string {
  const filled = all <= 0 ? 0 : Math.min(width, Math.floor((done / all) * width));
  return "\u2588".repeat(filled) + "\u2591".repeat(Math.max(0, width - filled));
}
