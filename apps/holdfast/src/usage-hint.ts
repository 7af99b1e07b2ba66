/** What a command line that can't be understood was probably meant to be, in words. `words` are those given; `commands` those there are. */
export function usageHint(code: string, words: readonly string[], commands: readonly string[]): string {
  const called = words.find((word) => commands.includes(word));
  const [first = ""] = words.filter((word) => !word.startsWith("-"));
  const meant = Object.entries(otherWords).find(([, others]) => others.includes(first))?.[0];
  return [
    ...(code === "commander.unknownCommand" && meant ? [`Did you mean holdfast ${meant}?`] : []),
    ...(code === "commander.unknownOption" ? ["A text that starts with a dash goes after --."] : []),
    called
      ? `holdfast ${called} --help shows what it takes.`
      : "holdfast --help shows every command; holdfast COMMAND --help shows one.",
  ].join(" ");
}

/** What other tools call the same. */
const otherWords: { readonly [command: string]: readonly string[] } = {
  recall: ["search", "find", "query", "grep", "ask", "get"],
  remember: ["add", "note", "learn", "new", "create"],
  list: ["ls", "memories", "records", "all"],
  archive: ["rm", "remove"],
  forget: ["delete", "erase", "purge"],
  runs: ["log", "logs", "history"],
  deadletter: ["failed", "failures", "deadletters", "dead-letters", "errors"],
  staging: ["staged", "pending", "queue"],
  consolidate: ["import", "extract", "read"],
  doctor: ["check", "fix", "repair", "verify"],
  show: ["cat", "view", "open", "info"],
};
