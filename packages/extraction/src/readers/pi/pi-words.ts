/** What a person said in a message that stands in the file as theirs, and in words what was left out of it. */
export interface PiWords {
  readonly said: string;
  readonly leftOut: readonly string[];
}

/**
 * Tells a person's words from what Pi puts before them: files that the command line names, and the skill that a command stands for. What
 * stands in those may close them early: the last closing line counts.
 */
export function personsWords(text: string): PiWords {
  for (const { begins, end, what } of blocks) {
    if (!begins.test(text.slice(0, 2_000))) continue;
    const to = text.lastIndexOf(end);
    if (to >= 0) return { said: text.slice(to + end.length).trim(), leftOut: [what] };
  }
  return { said: text, leftOut: [] };
}

const blocks = [
  { begins: /^<file name="[^"\n]+">/u, end: "</file>\n", what: "files named in a message" },
  { begins: /^<skill name="[^"\n]+" location="[^"\n]+">\n/u, end: "\n</skill>", what: "skills" },
] as const;
