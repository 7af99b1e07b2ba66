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
 * The simple commands of a script, wherever they stand in it: in substitutions, between quotes that a shell looks into, and in a text that
 * another program is given to run. What quotes make of words is done, what variables make of them is not; comments and
 * here-documents are left out. Enough to see what is run and on what. Linear.
 */
export function shellCommands(script: string, deepest = 8): ShellCommand[] {
  const { commands, documents } = splitScript(script);
  const all = commands.flatMap((command) => {
    const inner = shellText(command.words);
    return inner === undefined ? [command] : deepest > 0 ? shellCommands(inner, deepest - 1) : [];
  });
  if (deepest === 0 || !(runsCode.test(script) || commands.some(({ words }) => words.some(runsText))))
    return all;
  const texts = commands.flatMap(({ words }) =>
    shellText(words) === undefined ? words.filter((word) => /\s/u.test(word)) : [],
  );
  const run = [...texts, ...documents].map((text) => text.replace(/^\w+:/u, ""));
  return [...all, ...run.flatMap((text) => shellCommands(text, deepest - 1))];
}

/** The text in `bash -c text`, which is all that the command runs. */
function shellText(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => shells.test(word));
  return at >= 0 && /^-[a-z]*c$/u.test(words[at + 1] ?? "") ? words[at + 2] : undefined;
}

function runsText(word: string): boolean {
  return shells.test(word) || textRunners.has(word);
}

const textRunners: ReadonlySet<string> = new Set([
  ...["eval", "watch", "ssh", "su", "script", "parallel", "tmux", "screen", "xargs"],
]);

/** Code that starts programs: its texts may be commands. */
const runsCode =
  /\b(?:exec_?command|shell_?command|spawn|exec(?:file)?(?:sync)?|popen|subprocess|system)\b *\(/iu;

/** A script or a substitution in it that is being read. */
interface Level {
  /** What ends it. */
  readonly closes: ")" | "`" | "";
  readonly isSum: boolean;
  words: string[];
  word: string | undefined;
  piped: boolean;
  isQuoted: boolean;
}

/** A run of characters that mean nothing to a shell. */
const plainRun = /[^\s;|&(){}`'"\\$<>#]+/uy;
const quotedRun = /[^"\\`$]+/uy;
const variable = /\$\{[\w#!@*]+\}/uy;
const document = /<<-?[ \t]*(['"]?)([\w.-]+)\1/uy;

function splitScript(script: string) {
  const commands: ShellCommand[] = [];
  const documents: string[] = [];
  const outer: Level[] = [];
  const lines = lastLines(script);
  let level = begin("", false);
  let ends: string[] = [];
  let at = 0;

  function begin(closes: Level["closes"], isSum: boolean): Level {
    return { closes, isSum, words: [], word: undefined, piped: false, isQuoted: false };
  }
  function add(text: string): void {
    level.word = (level.word ?? "") + text;
    at += text.length;
  }
  function endWord(): void {
    if (level.word !== undefined) level.words.push(level.word);
    level.word = undefined;
  }
  function endCommand(): void {
    endWord();
    if (level.words.length > 0) commands.push({ words: level.words, piped: level.piped });
    level.words = [];
  }
  function separate(separator: string): void {
    const hadWords = level.words.length > 0 || level.word !== undefined;
    endCommand();
    if (hadWords || separator !== "\n") level.piped = separator === "|" || separator === "|&";
    at += separator.length;
  }
  function open(mark: string, closes: Level["closes"]): void {
    outer.push(level);
    const isSum = closes === ")" && script[at - 1] === "(";
    level = begin(closes, isSum);
    at += mark.length;
  }
  function close(): void {
    endCommand();
    level = outer.pop()!;
    at++;
  }
  function runOf(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(script)?.[0];
  }
  function substitutes(): boolean {
    if (script.startsWith("$(", at)) open("$(", ")");
    else if (script[at] !== "`") return false;
    else if (level.closes === "`") close();
    else open("`", "`");
    return true;
  }
  function takeQuoted(): void {
    const run = runOf(quotedRun);
    if (run !== undefined) add(run);
    else if (substitutes()) return;
    else if (script[at] === "$") add("$");
    else if (script[at] === '"') {
      level.isQuoted = false;
      at++;
    } else {
      level.word += script.slice(at + 1, at + 2); // after a backslash
      at += 2;
    }
  }
  function takeMark(): void {
    const mark = script[at]!;
    const next = script[at + 1];
    if (mark === "'") {
      const end = script.indexOf("'", at + 1);
      const text = script.slice(at + 1, end < 0 ? script.length : end);
      level.word = (level.word ?? "") + text;
      at += text.length + 2;
    } else if (mark === '"') {
      level.word ??= "";
      level.isQuoted = true;
      at++;
    } else if (mark === "\\") {
      if (next === "\n") at += 2;
      else if (next === undefined || /['" ]/u.test(next)) {
        level.word = (level.word ?? "") + (next ?? "");
        at += 2;
      } else add(`\\${next}`);
    } else if (mark === "$" && runOf(variable) !== undefined) add(runOf(variable)!);
    else if (mark === "$" || (mark === "#" && level.word !== undefined)) add(mark);
    else if (mark === "#") at = endOfLine(at);
    else if (mark === "(") {
      if (level.word === undefined || !/[<>=]/u.test(script[at - 1]!)) endCommand();
      open("(", ")");
    } else if (mark === ")" && level.closes === ")") close();
    else if (mark === "<" || mark === ">") takeRedirection(mark);
    else if (mark === "&" && (/[<>]/u.test(script[at - 1] ?? "") || next === ">")) add("&");
    else if (mark === "\n") {
      separate("\n");
      takeDocuments();
    } else if (mark === "|" || mark === "&" || mark === ";")
      separate(["|&", "||", "&&", ";;"].find((two) => script.startsWith(two, at)) ?? mark);
    else if (/\s/u.test(mark)) {
      endWord();
      at++;
    } else separate(mark);
  }
  function takeRedirection(mark: string): void {
    if (level.word !== undefined && !isRedirection(level.word)) endWord();
    const opened =
      level.isSum || script.startsWith("<<<", at) || script[at - 1] === "<" ? undefined : runOf(document);
    if (opened === undefined) add(mark);
    else {
      const end = opened.replace(/^<<-?[ \t]*/u, "").replaceAll(/['"]/gu, "");
      if ((lines.get(end) ?? -1) > at) ends.push(end);
      at += opened.length;
    }
  }
  /** What is told by the mark before it: a long word is not looked through again at each of its marks. */
  function isRedirection(word: string): boolean {
    return word.length > 4 ? /[<>&]/u.test(script[at - 1]!) : /^\d*[<>&]*$/u.test(word);
  }
  function takeDocuments(): void {
    for (const end of ends) {
      if ((lines.get(end) ?? -1) < at) continue;
      const from = at;
      let start = at;
      for (let line = ""; line !== end && at < script.length; ) {
        start = at;
        at = endOfLine(start) + 1;
        line = script.slice(start, at).trim();
      }
      documents.push(script.slice(from, start));
    }
    ends = [];
  }
  function endOfLine(from: number): number {
    const end = script.indexOf("\n", from);
    return end < 0 ? script.length : end;
  }

  while (at < script.length) {
    if (level.isQuoted) takeQuoted();
    else {
      const run = runOf(plainRun);
      if (run !== undefined) add(run);
      else if (!substitutes()) takeMark();
    }
  }
  while (level.closes !== "") close();
  endCommand();
  return { commands, documents };
}

/** Where each line stands last, by its text. */
function lastLines(script: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  if (!script.includes("<<")) return lines;
  let from = 0;
  for (const line of script.split("\n")) {
    lines.set(line.trim(), from);
    from += line.length + 1;
  }
  return lines;
}
