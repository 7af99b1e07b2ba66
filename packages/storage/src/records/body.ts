import { singleLine } from "@holdfast/schema";

/** The words of a memory, as they stand below the frontmatter. */
export interface Body {
  readonly summary: string;
  readonly detail: string;
}

/** The heading and the detail, verbatim. */
export function renderBody({ summary, detail }: Body): string {
  const heading = `# ${singleLine(summary)}`.trimEnd();
  return detail === "" ? `${heading}\n` : `${heading}\n\n${detail}\n`;
}

/** True when the heading line gives exactly this summary back, so that no other place has to keep it. */
export function headingCarries(summary: string): boolean {
  return singleLine(summary) === summary;
}

/**
 * Reads what {@link renderBody} wrote, or what a person wrote. A heading at the top is the summary, else the first `#` heading
 * outside of code, else the first line; everything else is the detail. `kept` is the exact summary from the frontmatter: it is
 * used as long as the heading still says the same or is gone.
 */
export function readBody(text: string, kept: string | undefined): Body {
  const heading = findHeading(text);
  if (heading === undefined && kept !== undefined) return { summary: kept, detail: trimOnce(text, "\n") };
  const { summary, before, after, eol } = heading ?? firstLine(text);
  const exact = kept !== undefined && singleLine(kept) === summary ? kept : summary;
  return { summary: exact, detail: joined(before, trimOnce(after, eol)) };
}

interface Found extends Pick<Body, "summary"> {
  readonly before: string;
  readonly after: string;
  readonly eol: string;
}

function findHeading(text: string): Found | undefined {
  let fence: string | undefined;
  let seenText = false;
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end).replace(/\r$/, "");
    const heading = /^(#{1,6})(?:[ \t](.*))?$/s.exec(line);
    if (fence === undefined && heading && (!seenText || heading[1] === "#")) {
      return found(text, start, end, singleLine(heading[2] ?? ""));
    }
    fence = fenceAfter(line, fence);
    seenText ||= line.trim() !== "";
    start = end + 1;
  }
  return undefined;
}

function firstLine(text: string): Found {
  const start = text.search(/\S/);
  if (start < 0) return { summary: "", before: "", after: "", eol: "\n" };
  const end = endOfLine(text, start);
  return found(text, start, end, singleLine(text.slice(start, end)));
}

function found(text: string, start: number, end: number, summary: string): Found {
  const eol = text[end - 1] === "\r" ? "\r\n" : "\n";
  return { summary, before: text.slice(0, start), after: text.slice(end + 1), eol };
}

function endOfLine(text: string, start: number): number {
  const feed = text.indexOf("\n", start);
  return feed < 0 ? text.length : feed;
}

/** The fence that is open after this line, if any. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line);
  if (!mark) return open;
  const [, ticks = "", rest = ""] = mark;
  if (open === undefined) return ticks;
  const closes = ticks[0] === open[0] && ticks.length >= open.length && rest.trim() === "";
  return closes ? undefined : open;
}

/** Takes off the one line break before and the one after the detail. */
function trimOnce(text: string, eol: string): string {
  const from = text.startsWith(eol) ? eol.length : 0;
  const to = text.endsWith(eol) && text.length >= from + eol.length ? text.length - eol.length : text.length;
  return text.slice(from, to);
}

/** Text that a person put before the heading belongs to the detail. */
function joined(before: string, detail: string): string {
  if (before.trim() === "") return detail;
  return detail === "" ? before.trim() : `${before.trim()}\n\n${detail}`;
}
