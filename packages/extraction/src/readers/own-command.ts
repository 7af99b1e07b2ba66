import type { ShellCommand } from "./cut-shell.ts";

/**
 * True when one of the commands of a script is ours, however it is started: by another program, by its script, or through a variable. Our
 * name as an argument or a folder is no run of it. Linear.
 */
export function runsHoldfast(script: string, commands: readonly ShellCommand[], folder: string): boolean {
  if (!/holdfast|main\./iu.test(script.replaceAll(/\\\r?\n|['"\\]/gu, ""))) return false;
  const variables = new Map<string, string>();
  let isOwnFolder = ownFolder.test(folder);
  for (const { words } of commands) {
    for (const value of assigned(words, variables)) if (isOwnCommand([value], false)) return true;
    const places = programPlaces(words);
    for (const place of places) {
      const program = heldBy(words[place]!, variables).split(/\s+/u);
      const given = words.slice(place + 1, place + 8).map((word) => heldBy(word, variables));
      if (isOwnCommand([...program, ...given], isOwnFolder)) return true;
    }
    if (["cd", "pushd"].includes(words[places[0] ?? 0] ?? ""))
      isOwnFolder = ownFolder.test(words.at(-1) ?? "");
  }
  return false;
}

const ownFolder = /(?:^|[\\/])holdfast[\\/]?$/iu;

/** The values that a command gives to variables and aliases, which are kept. */
function assigned(words: readonly string[], variables: Map<string, string>): string[] {
  const from = /^(?:alias|export|local|declare|readonly|set)$/u.test(words[0] ?? "") ? 1 : 0;
  const values: string[] = [];
  for (const word of words.slice(from)) {
    const [, name, value] = assignment.exec(word) ?? [];
    if (name === undefined || value === undefined) break;
    if (value.length > longestValue) continue;
    variables.set(name, value);
    if (isOwnScript(value, false)) values.push(value);
  }
  return values;
}

const assignment = /^(\w+)=(.*)$/su;
const longestValue = 300;

/** A word with what its variables hold, one step deep; a word that is an alias as what it stands for. */
function heldBy(word: string, variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0 || word.length > longestValue) return word;
  const alias = variables.get(word);
  return alias ?? word.replaceAll(/\$\{?(\w+)\}?/gu, (whole, name: string) => variables.get(name) ?? whole);
}

/**
 * The places in a command where a program may stand: its beginning, and after a program that runs another. An option there may take the word
 * that follows it, or not: both are places then.
 */
export function programPlaces(words: readonly string[]): number[] {
  const places: number[] = [];
  let named = 0; // words to come that name a container, a host or a file to lock
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const program = programOf(word);
    if (beforeProgram.test(word)) continue;
    const mayBeTaken = at > 0 && takesWord.test(words[at - 1]!);
    if (named > 0) {
      if (!mayBeTaken) named--;
      continue;
    }
    places.push(at);
    if (containers.has(program)) {
      const runs = words.slice(at + 1, at + 6).findIndex((one) => one === "exec" || one === "run");
      if (runs < 0) break;
      at += runs + 1;
      named = 1;
    } else if (placed.has(program)) named = 1;
    else if (!wrappers.has(program) && !mayBeTaken) break;
  }
  for (const [at, word] of words.entries())
    if (/^-(?:exec|ok)(?:dir)?$/u.test(word) && at + 1 < words.length) places.push(at + 1);
  return places;
}

/** Assignments, options, times and keywords. */
const beforeProgram = /^(?:\w+=.*|-.*|\d+(?:\.\d+)?[smhd]?|!|then|do|else|if|while|elif|until|\d*[<>].*)$/su;
const takesWord =
  /^(?:-[ugpCTDRSIPLakswcfoveN]|--(?:user|group|signal|kill-after|chdir|env|env-file|workdir|name|volume|network|unset|namespace))$/u;
const wrappers: ReadonlySet<string> = new Set([
  ...[
    "sudo",
    "doas",
    "env",
    "time",
    "command",
    "exec",
    "builtin",
    "nohup",
    "timeout",
    "gtimeout",
    "nice",
    "ionice",
  ],
  ...["xargs", "watch", "stdbuf", "unbuffer", "setsid", "eval", "strace", "caffeinate", "parallel", "start"],
]);
const placed: ReadonlySet<string> = new Set(["ssh", "flock", "chroot"]);
const containers: ReadonlySet<string> = new Set(["docker", "podman", "nerdctl", "kubectl", "docker-compose"]);

/** The name of a program without its folder and what Windows puts behind it. */
export function programOf(word: string): string {
  return word
    .slice(1 + Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")))
    .replace(/\.(?:exe|cmd|ps1|bat)$/iu, "");
}

function isOwnCommand(words: readonly string[], isOwnFolder: boolean): boolean {
  const [first = ""] = words;
  const program = programOf(first).toLowerCase();
  if (program === "holdfast" || isOwnScript(first, isOwnFolder)) return true;
  if (!runners.has(program)) return false;
  const run = words.slice(1, 8).find((word) => !word.startsWith("-") && !runWords.has(word));
  return run !== undefined && (/^holdfast(?:@[\w.-]+)?$/iu.test(run) || isOwnScript(run, isOwnFolder));
}

function isOwnScript(word: string, isOwnFolder: boolean): boolean {
  return mainScript.test(word) && (isOwnFolder || inOwnFolder.test(word));
}

const runners: ReadonlySet<string> = new Set([
  ...["npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx", "node", "nodejs", "tsx", "deno"],
]);
const runWords: ReadonlySet<string> = new Set(["exec", "dlx", "x", "run", "tsx", "node"]);
const mainScript = /(?:^|[\\/])main\.[cm]?[jt]s$/iu;
const inOwnFolder = /(?:^|[\\/])holdfast[\\/]/iu;
