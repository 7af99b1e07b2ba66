import { type ShellCommand, shellCommandOf, shellCommands } from "./cut-shell.ts";
import { fieldsOf } from "./read-fields.ts";

/** What the result of a call is to us. */
export interface CallKind {
  /** Why its result is not read, in words for a person. */
  readonly leftOut?: string;
  /** True when it reads a file that is called as our logs are: its text tells whether it is one. */
  readonly maybeLog?: boolean;
  /** True when its result is what stands in files. */
  readonly showsFile?: boolean;
}

/** Judges a call by the name of the tool and what it was given: a path, or the commands of a shell script. Never throws. */
export function judgeCall(tool: string, input: unknown): CallKind {
  if (memoryTool.test(tool)) return { leftOut: "results of memory tools" };
  const name = plainName(tool);
  const paths = textsIn(input, pathFields);
  if (readers.has(name) || (fieldsOf(input).command === "view" && paths.length > 0))
    return judgePaths(paths, true);
  if (listers.has(name)) return judgePaths([...paths, ...textsIn(input, ["pattern"])], false);
  const script = shellTools.has(name) && typeof input === "string" ? input : shellCommandOf(input);
  return script === undefined
    ? {}
    : judgeScript(shellCommands(script.slice(0, longestScript)), textsIn(input, folderFields));
}

/** A script is judged by its beginning: what is looked for stands there, and the rest is text that it writes. */
const longestScript = 20_000;

/** Our own tools, also behind the name of an MCP server, however an agent joins the two. */
const memoryTool = /(?:^|[^a-z0-9])(?:save_to_memory|recall_memory)$/iu;

/** `mcp__files__read_file` and `ReadFile` are one tool to us. */
function plainName(tool: string): string {
  const last = tool.split(/__|[./:]/u).at(-1) ?? tool;
  return last.replaceAll(/[_-]/gu, "").toLowerCase();
}

const readers: ReadonlySet<string> = new Set([
  ...["read", "readfile", "readmanyfiles", "readtextfile", "view", "viewfile", "openfile", "notebookread"],
  ...["grep", "grepfiles", "grepsearch", "ripgrep", "searchfiles", "searchfilecontent", "codesearch"],
]);
const listers: ReadonlySet<string> = new Set([
  ...[
    "ls",
    "list",
    "listdir",
    "listdirectory",
    "listfiles",
    "glob",
    "globfiles",
    "find",
    "findfiles",
    "tree",
  ],
]);
const shellTools: ReadonlySet<string> = new Set([
  ...[
    "bash",
    "shell",
    "sh",
    "exec",
    "execcommand",
    "runshellcommand",
    "runcommand",
    "localshell",
    "terminal",
  ],
]);

function textsIn(input: unknown, names: readonly string[]): string[] {
  const fields = fieldsOf(input);
  return names.flatMap((name) => {
    const value = fields[name];
    return (Array.isArray(value) ? value.slice(0, 1_000) : [value]).filter(
      (text) => typeof text === "string",
    );
  });
}

const pathFields = [
  ...[
    "path",
    "paths",
    "file_path",
    "filePath",
    "absolute_path",
    "dir_path",
    "notebook_path",
    "glob",
    "include",
  ],
];
const folderFields = ["workdir", "cwd", "directory"];

function judgePaths(paths: readonly string[], showsFile: boolean): CallKind {
  if (paths.some((path) => memoryFolder.test(path))) return { leftOut: "memory files" };
  if (showsFile && paths.some(isBootFile)) return { leftOut: "boot files" };
  return { ...(showsFile && { showsFile }), ...(paths.some(isLogName) && { maybeLog: true }) };
}

const memoryFolder = /(?:^|[\\/:=])(?:\.holdfast|\.pi[\\/]memory)(?:[\\/]|$)/u;

function isBootFile(path: string): boolean {
  return bootFiles.has(nameOf(path).toLowerCase());
}

const bootFiles: ReadonlySet<string> = new Set([
  ...["agents.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md"],
  ...[".cursorrules", "copilot-instructions.md"],
]);

function isLogName(path: string): boolean {
  return ["runs.jsonl", "ledger.jsonl", "consolidated.jsonl"].includes(nameOf(path));
}

/** The last part of a path, of `HEAD:AGENTS.md` too. */
function nameOf(path: string): string {
  return path.slice(1 + Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"), path.lastIndexOf(":")));
}

function judgeScript(commands: readonly ShellCommand[], folders: readonly string[]): CallKind {
  let inMemory = folders.some((folder) => memoryFolder.test(folder));
  let maybeLog = false;
  let otherOutput = false;
  let showsFile = false;
  for (const { words: all, piped } of commands) {
    const words = withoutPrefixes(all);
    if (isOwnCommand(words)) return { leftOut: "Holdfast's own output" };
    const [program, ...rest] = [programOf(words[0] ?? ""), ...words.slice(1)];
    const reads = showsFiles(program, rest);
    const given = operandsOf(program, rest);
    if (program === "cd" || program === "pushd") inMemory = given.some((path) => memoryFolder.test(path));
    if (reads || listPrograms.has(program)) {
      if (inMemory || given.some((path) => memoryFolder.test(path))) return { leftOut: "memory files" };
      if (reads && given.some(isBootFile)) return { leftOut: "boot files" };
      maybeLog ||= given.some(isLogName);
    }
    if (reads && !piped && rest.length > 0) showsFile = true;
    else if (!piped && !quietPrograms.has(program)) otherOutput = true;
  }
  return { ...(maybeLog && { maybeLog }), ...(showsFile && !otherOutput && { showsFile: true }) };
}

/** What stands before a command without being one: assignments, and programs that run another. */
function withoutPrefixes(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, place) => !prefix.test(word) && (place === 0 || !word.startsWith("-")));
  return at < 0 ? [] : words.slice(at);
}

const prefix =
  /^(?:\w+=.*|\d+[smh]?|sudo|env|time|command|exec|nohup|timeout|nice|xargs|!|then|do|else|if|while|elif|until)$/su;

/** What a command is given but for its options, redirections, and the pattern of a search. */
function operandsOf(program: string, rest: readonly string[]): readonly string[] {
  const given = rest.filter((word) => !/^-|^(?:\d*|&)>/u.test(word));
  const searches = grepPrograms.has(program) && !rest.some((word) => /^-[ef]|^--(?:regexp|file)/u.test(word));
  return searches ? given.slice(1) : given;
}

function programOf(word: string): string {
  return word
    .slice(1 + Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")))
    .replace(/\.(?:exe|cmd|ps1)$/u, "");
}

function isOwnCommand(words: readonly string[]): boolean {
  const program = programOf(words[0] ?? "");
  if (program === "holdfast") return true;
  if (!runners.has(program)) return false;
  const run = words.slice(1, 8).find((word) => !word.startsWith("-") && !runWords.has(word));
  return run !== undefined && (/^holdfast(?:@[\w.-]+)?$/u.test(run) || ownScript.test(run));
}

const runners: ReadonlySet<string> = new Set([
  ...["npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx", "node", "tsx", "deno"],
]);
const runWords: ReadonlySet<string> = new Set(["exec", "dlx", "x", "run", "tsx", "node"]);
const ownScript = /(?:^|[\\/])holdfast[\\/](?:[^\\/]+[\\/])*main\.[cm]?[jt]s$/u;

function showsFiles(program: string, rest: readonly string[]): boolean {
  if (program === "git") return rest[0] === "show" && rest.some((word) => word.includes(":"));
  if (program === "sed") return !rest.some((word) => /^-i|^--in-place/u.test(word));
  return readPrograms.has(program) || grepPrograms.has(program);
}

const readPrograms: ReadonlySet<string> = new Set([
  ...["cat", "head", "tail", "bat", "batcat", "less", "more", "nl", "tac"],
  ...["awk", "gawk", "cut", "strings", "xxd", "od", "jq", "type", "Get-Content", "gc"],
]);
const grepPrograms: ReadonlySet<string> = new Set(["grep", "egrep", "fgrep", "rg", "ag", "ack"]);
const listPrograms: ReadonlySet<string> = new Set([
  "ls",
  "dir",
  "find",
  "fd",
  "tree",
  "du",
  "stat",
  "wc",
  "for",
]);
/** They say nothing of their own, or only what a person told them to. */
const quietPrograms: ReadonlySet<string> = new Set([
  "cd",
  "pushd",
  "popd",
  "echo",
  "printf",
  "true",
  "set",
  "export",
  "pwd",
  "[",
]);
