import { shellCommandOf, shellCommands } from "./cut-shell.ts";
import { isMemoryPath, namesMemoryFile, namesMemoryFolder } from "./memory-paths.ts";
import { programOf, programPlaces, runsHoldfast } from "./own-command.ts";
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

/** Judges a call by the name of the tool and what it was given: a path, a change, or the commands of a shell script. Linear, and never throws. */
export function judgeCall(tool: string, input: unknown): CallKind {
  if (memoryTool.test(tool)) return { leftOut: "results of memory tools" };
  const name = plainName(tool);
  const paths = textsIn(input, pathFields);
  const script = scriptOf(name, input);
  if (paths.some(isMemoryPath) || changesMemory(name, input)) return { leftOut: "memory files" };
  if (readers.has(name) || (fieldsOf(input).command === "view" && paths.length > 0))
    return judgePaths(paths, true);
  if (listers.has(name)) return judgePaths([...paths, ...textsIn(input, ["pattern"])], false);
  return script === undefined ? {} : judgeScript(script, textsIn(input, folderFields));
}

/** What a shell was given to run, or to read while it runs. */
function scriptOf(name: string, input: unknown): string | undefined {
  if (shellTools.has(name) && typeof input === "string") return input;
  return shellCommandOf(input) ?? textsIn(input, ["chars"])[0];
}

/** True for a patch that changes a file in a memory folder. */
function changesMemory(name: string, input: unknown): boolean {
  if (!patchTools.has(name)) return false;
  const texts = typeof input === "string" ? [input] : textsIn(input, ["input", "patch", "diff"]);
  return texts.some((text) => namesMemoryFile(text));
}

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

const patchTools: ReadonlySet<string> = new Set(["applypatch", "patch", "multiedit"]);

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
    "relative_path",
    "target_file",
    "file",
    "filename",
    "source",
    "destination",
    "uri",
    "glob",
    "include",
  ],
];
const folderFields = ["workdir", "cwd", "directory"];

function judgePaths(paths: readonly string[], showsFile: boolean): CallKind {
  if (paths.some(isMemoryPath)) return { leftOut: "memory files" };
  if (showsFile && paths.some(isBootFile)) return { leftOut: "boot files" };
  return { ...(showsFile && { showsFile }), ...(paths.some(isLogName) && { maybeLog: true }) };
}

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

function judgeScript(script: string, folders: readonly string[]): CallKind {
  const commands = shellCommands(script);
  if (runsHoldfast(script, commands, folders[0] ?? "")) return { leftOut: "Holdfast's own output" };
  if (folders.some(isMemoryPath) || namesMemoryFolder(script)) return { leftOut: "memory files" };
  let maybeLog = false;
  let otherOutput = false;
  let showsFile = false;
  for (const { words: all, piped } of commands) {
    const words = all.slice(programPlaces(all)[0] ?? all.length);
    const [program, ...rest] = [programOf(words[0] ?? ""), ...words.slice(1)];
    const reads = showsFiles(program, rest);
    const given = operandsOf(program, rest);
    if ((reads || showsChanges(program, rest)) && given.some(isBootFile)) return { leftOut: "boot files" };
    if (reads || listPrograms.has(program)) maybeLog ||= given.some(isLogName);
    if (reads && !piped && rest.length > 0) showsFile = true;
    else if (!piped && !quietPrograms.has(program)) otherOutput = true;
  }
  return { ...(maybeLog && { maybeLog }), ...(showsFile && !otherOutput && { showsFile: true }) };
}

/** What a command is given but for its options, redirections, and the pattern of a search. */
function operandsOf(program: string, rest: readonly string[]): readonly string[] {
  const given = rest
    .filter((word) => !/^-|^(?:\d*|&)>/u.test(word))
    .map((word) => word.replace(/^\d*<+/u, ""));
  const searches = grepPrograms.has(program) && !rest.some((word) => /^-[ef]|^--(?:regexp|file)/u.test(word));
  return searches ? given.slice(1) : given;
}

function showsFiles(program: string, rest: readonly string[]): boolean {
  if (program === "git") return rest[0] === "show" && rest.some((word) => word.includes(":"));
  if (program === "sed") return !rest.some((word) => /^-i|^--in-place/u.test(word));
  return readPrograms.has(program) || grepPrograms.has(program);
}

/** What stands in a file, told as what became of it. */
function showsChanges(program: string, rest: readonly string[]): boolean {
  if (program !== "git") return program === "diff" || program === "patch";
  const [verb] = rest.filter((word) => !word.startsWith("-"));
  return (
    ["diff", "show", "blame", "annotate"].includes(verb ?? "") ||
    rest.some((word) => /^-(?:p|u|L.*|-patch.*)$/u.test(word))
  );
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
