/** What a person said in a message that stands in the file as theirs, and in words what was left out of it. */
export interface CodexWords {
  readonly said: string;
  readonly leftOut: readonly string[];
}

/**
 * Tells a person's words from what Codex puts beside them or in their place: notes, skills, messages of sub-agents and hooks, and what
 * an editor shows. What the cutter knows of all agents stays in.
 */
export function personsWords(parts: readonly string[]): CodexWords {
  const said: string[] = [];
  const leftOut: string[] = [];
  for (const part of parts) {
    const instead = hostsBlock(part) ?? hostsText(part);
    if (instead !== undefined) leftOut.push(instead);
    else if (!imageTag.test(part)) said.push(withoutEditor(part, leftOut));
  }
  return { said: said.join("\n"), leftOut };
}

/** What a part is that is one block of the host from its beginning to its end; a person who writes of a tag goes on after it. */
function hostsBlock(part: string): string | undefined {
  const [, tag] = /^\s*<([a-z_]+)[\s>]/iu.exec(part.slice(0, 200)) ?? [];
  const what = tag && (blocks.get(tag.toLowerCase()) ?? (tag.startsWith("external_") ? notes : undefined));
  const end = part.slice(-200).trimEnd().toLowerCase();
  return what !== undefined && end.endsWith(`</${tag?.toLowerCase()}>`) ? what : undefined;
}

const notes = "notes of the host";
const blocks: ReadonlyMap<string, string> = new Map([
  ["user_shell_command", "commands to the host"],
  ["hook_prompt", "messages of hooks"],
  ["skill", "skills"],
  ["subagent_notification", "entries of sub-agents"],
  ["agent_message_board_notification", "entries of sub-agents"],
  ["turn_aborted", notes],
  ["user_action", notes],
  ["extension_context", notes],
  ["goal_context", notes],
  ["codex_internal_context", notes],
  ["recommended_plugins", notes],
  ["next_prompt_suggestion", notes],
  ["heartbeat", notes],
]);

function hostsText(part: string): string | undefined {
  const start = part.slice(0, 200).trimStart();
  if (warning.test(start)) return notes;
  return start.startsWith("Another language model started to solve this problem and produced a summary")
    ? "summaries of earlier turns"
    : undefined;
}

const warning =
  /^Warning: (?:The maximum number of unified exec processes|apply_patch was requested via|Your account was flagged for)/u;

/** Codex puts an image between two parts that say only that. */
const imageTag = /^\s*<\/?image(?:\s[^<>]{0,500})?>\s*$/u;

/** An editor puts what it shows before the words of the person; a file that it shows may tell of a request too. */
function withoutEditor(part: string, leftOut: string[]): string {
  const from = /^\s*# (?:Context from my IDE setup|Files mentioned by the user):/u.test(part.slice(0, 200))
    ? part.lastIndexOf(request)
    : -1;
  if (from < 0) return part;
  leftOut.push("blocks of the host");
  return part.slice(from + request.length).trim();
}

const request = "## My request for Codex:";
