import { fieldsOf } from "./read-fields.ts";

/** One simple command of a shell script. `piped` when it gets the output of another one. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly piped: boolean;
}

/** The shell script a tool was given, under the names agents have for it, or undefined when it was given none. */
export function shellCommandOf(input: unknown): string | undefined {
  const { command, cmd, script } = fieldsOf(input);
  const given = command ?? cmd ?? script;
  if (typeof given === "string") return given;
  if (!Array.isArray(given) || !given.every((word) => typeof word === "string")) return undefined;
  const [shell = "", flag = "", inner] = given;
  if (inner !== undefined && shells.test(shell) && flag.endsWith("c")) return inner;
  return given.join(" ");
}

const shells = /(?:^|[\\/])(?:ba|z|da|k)?sh$/u;

/**
 * The simple commands of a script, in order, without what quotes and substitutions make of them: enough to see what is run and on what.
 * Here-documents are left out; `bash -c '...'` is looked into once. Linear.
 */
export function shellCommands(script: string): ShellCommand[] {
  const commands = splitScript(withoutHereDocuments(script));
  return commands.flatMap((command) => {
    const at = command.words.findIndex((word) => shells.test(word));
    const inner =
      at >= 0 && /^-[a-z]*c$/u.test(command.words[at + 1] ?? "") ? command.words[at + 2] : undefined;
    return inner === undefined ? [command] : splitScript(inner);
  });
}

function splitScript(script: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let piped = false;
  for (const [part, separator] of script.matchAll(parts)) {
    if (separator === undefined) {
      if (part.trim() !== "") words.push(unquoted(part));
      continue;
    }
    if (words.length > 0) commands.push({ words, piped });
    if (words.length > 0 || separator.trim() !== "") piped = separator === "|" || separator === "|&";
    words = [];
  }
  if (words.length > 0) commands.push({ words, piped });
  return commands;
}

/** A separator of commands (the group), blanks, or a word, quotes and all. A quote that is not closed reaches to the end. */
const parts =
  /(\|&|\|\||&&|;;|[;|\n(){}`]|(?<![<>])&(?!>)|\$\()|[^\S\n]+|(?:[<>]&|&(?=>)|[^\s;|&(){}`'"\\$]|\\[\s\S]?|\$(?!\()|'[^']*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$))+/gu;

function unquoted(word: string): string {
  return word.replaceAll(/['"]|\\(?=['" ])/gu, "");
}

function withoutHereDocuments(script: string): string {
  if (!script.includes("<<")) return script;
  const kept: string[] = [];
  let end: string | undefined;
  for (const line of script.split("\n")) {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      continue;
    }
    const opened = /(?<!<)<<-?(?!<)[ \t]*(['"]?)([\w.-]+)\1/u.exec(line);
    end = opened?.[2];
    kept.push(opened === null ? line : line.replace(opened[0], ""));
  }
  return kept.join("\n");
}
