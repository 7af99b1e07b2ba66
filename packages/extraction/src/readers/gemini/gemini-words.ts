/** What a person said in a message that stands in the file as theirs, and in words what was left out of it. */
export interface GeminiWords {
  readonly said: string;
  readonly leftOut: readonly string[];
}

/**
 * Tells a person's words from what Gemini CLI puts beside them or in their place: the files they name, messages of hooks, summaries,
 * its own notes to the agent, and commands to it. What the cutter knows of all agents stays in.
 */
export function personsWords(parts: readonly string[]): GeminiWords {
  const leftOut: string[] = [];
  const own = parts.filter((part) => !isHooks(part, leftOut));
  const said = withoutFiles(own.join("\n"), leftOut);
  const start = said.slice(0, 200).trimStart();
  const instead = hosts.find(([mark]) => mark.test(start))?.[1];
  return instead === undefined ? { said, leftOut } : { said: "", leftOut: [...leftOut, instead] };
}

function isHooks(part: string, leftOut: string[]): boolean {
  const found = /^\s*<hook_context>/u.test(part.slice(0, 200));
  if (found) leftOut.push("messages of hooks");
  return found;
}

const hosts: readonly (readonly [mark: RegExp, what: string])[] = [
  [/^<state_snapshot>/u, "summaries of earlier turns"],
  [/^System: (?:Please continue\.\s*$|Potential loop detected\.)/u, "notes of the host"],
  [/^I ran the following shell command:\n```/u, "commands to the host"],
  [/^[/?][\w:-]*\s*$/u, "commands to the host"],
];

/** What stands in the files that a message names is put behind it. */
function withoutFiles(text: string, leftOut: string[]): string {
  const from = text.indexOf(filesBegin);
  if (from < 0) return text;
  leftOut.push("files named in a message");
  const to = text.lastIndexOf(filesEnd);
  const after = to < from ? "" : text.slice(to + filesEnd.length);
  return `${text.slice(0, from)}${after}`.trim();
}

const filesBegin = "--- Content from referenced files ---";
const filesEnd = "--- End of content ---";
