/** East Asian wide and full-width marks, and emoji that are drawn as such by themselves; flags are two halves of one column each. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;
/** What has no room of its own. U+FE0F makes an emoji, and so a wide one, of what stands before it: it counts for what that grows by. */
const without = /(?!\ufe0f)[\p{M}\u1160-\u11ff\u200c\u200d]/u;

/** Columns that a text without control characters takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const mark of text) width += without.test(mark) ? 0 : wide.test(mark) ? 2 : 1;
  return width;
}

/** The text, or as much of its start as fits into `most` columns, with an ellipsis. */
export function shortened(text: string, most: number): string {
  return widthOf(text) <= most ? text : `${startOf(text, most - 1)}\u2026`;
}

/** The longest start of a text that fits into `most` columns. */
export function startOf(text: string, most: number): string {
  let kept = "";
  let width = 0;
  for (const mark of text) {
    width += widthOf(mark);
    if (width > most) break;
    kept += mark;
  }
  return kept;
}
