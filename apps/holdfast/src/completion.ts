import type { Command } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A word that can be typed, and what it does. */
interface Word {
  readonly word: string;
  readonly does: string;
}

interface Typed extends Word {
  readonly options: readonly (Word & { readonly values: readonly string[]; readonly takesValue: boolean })[];
}

/** A script that completes the program's commands, their options and the values that these may have; it asks nobody anything. */
export function completionFor(shell: Shell, program: Command): string {
  const commands = program.commands.map(typedIn);
  return writers[shell](commands, typedIn(program));
}

function typedIn(command: Command): Typed {
  const options = command.options.map((option) => ({
    word: option.long ?? option.short ?? "",
    does: option.description,
    values: option.argChoices ?? [],
    takesValue: option.required || option.optional,
  }));
  return {
    word: command.name(),
    does: command.description(),
    options: [...options, { word: "--help", does: "show help", values: [], takesValue: false }],
  };
}

const writers: { readonly [shell in Shell]: (commands: readonly Typed[], program: Typed) => string } = {
  bash: (commands, program) => `# holdfast, for bash:  eval "$(holdfast completion bash)"
_holdfast() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in -*) ;; *) command="\${COMP_WORDS[at]}"; break ;; esac
  done
  case "$command $before" in
${commands.flatMap(({ word, options }) => options.filter(({ values }) => values.length > 0).map((option) => `    "${word} ${option.word}") COMPREPLY=($(compgen -W "${option.values.join(" ")}" -- "$word")); return ;;`)).join("\n")}
  esac
  case "$command" in
    "") COMPREPLY=($(compgen -W "${[...commands, ...program.options].map(({ word }) => word).join(" ")}" -- "$word")) ;;
${commands.map(({ word, options }) => `    ${word}) COMPREPLY=($(compgen -W "${options.map((option) => option.word).join(" ")}" -- "$word")) ;;`).join("\n")}
  esac
}
complete -o default -F _holdfast holdfast
`,
  zsh: (commands, program) => `#compdef holdfast
# holdfast, for zsh:  holdfast completion zsh > "\${fpath[1]}/_holdfast"
_holdfast() {
  local -a commands
  commands=(
${commands.map(({ word, does }) => `    ${quoted(`${word}:${does.replaceAll(":", "\\:")}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    return
  fi
  case $words[2] in
${commands.map(({ word, options }) => `    ${word}) _arguments ${options.map(zshOption).join(" ")} '*:file:_files' ;;`).join("\n")}
    *) _arguments ${program.options.map(zshOption).join(" ")} ;;
  esac
}
if [[ $funcstack[1] == _holdfast ]]; then _holdfast "$@"; else compdef _holdfast holdfast; fi
`,
  fish: (
    commands,
    program,
  ) => `# holdfast, for fish:  holdfast completion fish > ~/.config/fish/completions/holdfast.fish
set -l commands ${commands.map(({ word }) => word).join(" ")}
${commands.map(({ word, does }) => `complete -c holdfast -n "not __fish_seen_subcommand_from $commands" -f -a ${word} -d ${quoted(does)}`).join("\n")}
${program.options.map((option) => `complete -c holdfast -n "not __fish_seen_subcommand_from $commands" ${fishOption(option)}`).join("\n")}
${commands.flatMap(({ word, options }) => options.map((option) => `complete -c holdfast -n "__fish_seen_subcommand_from ${word}" ${fishOption(option)}`)).join("\n")}
`,
};

type OptionWord = Typed["options"][number];

function zshOption({ word, does, values, takesValue }: OptionWord): string {
  const value = values.length > 0 ? `:value:(${values.join(" ")})` : takesValue ? ":value:" : "";
  return quoted(`${word}[${does.replaceAll(/[[\]:]/g, "\\$&")}]${value}`);
}

function fishOption({ word, does, values, takesValue }: OptionWord): string {
  const value = values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : takesValue ? " -r" : "";
  return `-l ${word.replace(/^--?/, "")} -d ${quoted(does)}${value}`;
}

/** For all three shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "\u2019")}'`;
}
