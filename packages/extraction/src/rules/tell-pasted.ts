/** A line of a turn, at its place in it. */
export interface Line {
  readonly text: string;
  readonly index: number;
}

/** Which lines nobody said: those that look like it, and those between two of them, as a log has lines of prose. */
export function tellPasted(lines: readonly Line[]): boolean[] {
  const looks = lines.map(({ text }) => {
    const said = text.slice(bullet.exec(text)?.[0].length ?? 0);
    if (/^\s*>/.test(said) || text.includes(struck)) return "quote"; // people speak between quotes, and between blocks of code
    if (pasted.some((form) => form.test(said))) return "paste";
    return text.trim() === "" ? "blank" : "speech";
  });
  const result = looks.map((look) => look === "quote" || look === "paste");
  let last: number | undefined; // the pasted line before, in the same paragraph
  for (const [at, look] of looks.entries()) {
    if (look === "paste" && last !== undefined) result.fill(true, last, at);
    if (look === "paste") last = at;
    else if (look !== "speech") last = undefined;
  }
  return result;
}

/** What begins an item of a list. */
export const bullet = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;

/** What stands in the place of a block that was struck out. */
export const struck = "\u0000";

/** What a line looks like that nobody said. */
const pasted: readonly RegExp[] = [
  /\u0000/, // a struck block
  /^\s*>/, // a quote of someone else
  /^(?:\t| {4,})(?!\s*(?:[-*•]|\d+[.)])\s)/, // indented code
  /^\s*(?:[+]|-(?! )|@@|diff --git|index [0-9a-f]{7})/, // a diff
  /^\s*\+?\s*\d+\s+[-+|│]/, // a numbered diff or listing
  /^\s*(?:\||[│┃╭╰├└┌]|[-=_─━]{3,})/, // a table, a frame, a rule
  /^\s*(?:#{1,6}\s|\/\/|\/\*|--\s|<!--|\*\/)/, // a heading or a comment of code
  /^\s*(?:[$%❯➜#]|>>>|\w+@[\w-]+[:~])\s/, // shell input
  /^\s*at .+[(:]\d+/, // a stack frame
  /^\s*(?:File ".+", line \d+|Traceback|Caused by:|panic:|goroutine \d)/, // other stack traces
  /^\s*\[?\d{2,4}[-:/.]\d{2}[-:/.T ]\d{2}/, // a time stamp of a log
  /^\s*\[?(?:error|warn(?:ing)?|info|debug|trace|fatal|err|npm err!)\b\]?\s*[:![]/i, // a log line
  /^\s*(?:[A-Z]\w*(?:Error|Exception|Warning))\b/, // an error by its class
  /^\s*["'“«„‘]/, // opens with a quotation
  /[;{}]\s*$/, // code
  /^\s*(?:(?:const|let|var)\s+[\w{[][^=]*=|(?:async )?function\b.*\(|def \w+\(|class \w+.*[{:]$|import .*from ["']|from \S+ import\b)/, // code
  /^\s*[\w.-]+\s*[:=]\s*(?:["'[{]|true\b|false\b|null\b|\d+\s*$)/, // settings
];
