import { agents, categories, isHoldfastError, scopes, standings } from "@holdfast/schema";
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { Answer, Desk, Flags } from "./command.ts";
import { completionFor, type Shell, shells } from "./completion.ts";
import { exitCodeOf } from "./exit-code-of.ts";
import { exitCodes } from "./exit-codes.ts";
import { manual } from "./help-text.ts";
import { ownPackage } from "./own-package.ts";
import { printError, printFault, printUsageError } from "./print-error.ts";

type Work = (desk: Desk, args: readonly string[], options: Flags) => Promise<Answer>;

/** Runs the command line and says how it ended. Writes to stdout, stderr and memory; throws nothing. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  process.stdout.on("error", endOnBrokenOutput);
  let exitCode: number = exitCodes.done;
  const asJson = beforeTexts(argv).includes("--json");
  const run = async (options: Flags, work: (desk: Desk) => Promise<Answer>) => {
    const { withDesk } = await import("./with-desk.ts"); // help and usage errors need not wait for all of memory to load
    exitCode = await withDesk(options, work);
  };
  const program = buildProgram(run, async (options) => {
    const { canShowDashboard, dashboard } = await import("./commands/dashboard.ts");
    if (options.json !== true && canShowDashboard(process.env)) exitCode = await dashboard(options);
    else await run(options, (await import("./commands/status.ts")).showStatus);
  });
  try {
    await program.parseAsync(["node", "holdfast", ...withCommand(argv)]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      const commands = program.commands.map((command) => command.name());
      return error.exitCode === 0
        ? 0
        : printUsageError(error, { asJson, words: beforeTexts(argv), commands });
    }
    if (!isHoldfastError(error)) return printFault(error, asJson);
    printError(error, asJson);
    return exitCodeOf(error);
  }
}

function buildProgram(
  run: (options: Flags, work: (desk: Desk) => Promise<Answer>) => Promise<void>,
  show: (options: Flags) => Promise<void>,
): Command {
  const program = new Command("holdfast")
    .description(
      "Memory for coding agents that is never lost, never silently rewritten, and always explainable.",
    )
    .version(ownPackage().version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", manual)
    .showSuggestionAfterError(true)
    .configureOutput({ writeErr: () => {} })
    .exitOverride();

  /** Declares a command: its words, an example, and the module that does it, loaded only when it is called. */
  const command = (
    usage: string,
    description: string,
    example: string,
    load: () => Promise<Work>,
  ): Command => {
    const declared = program
      .command(usage)
      .description(description)
      .helpOption("-h, --help", "show this help")
      .addHelpText("after", `\nExample:\n  ${example.split("\n").join("\n  ")}`)
      .exitOverride();
    return common(declared).action(async (...given: unknown[]) => {
      const options = declared.optsWithGlobals<Flags>();
      const args = given
        .slice(0, -2)
        .flat()
        .filter((one): one is string => typeof one === "string");
      await run(options, async (desk) => (await load())(desk, args, options));
    });
  };

  common(program);

  command(
    "remember <text...>",
    "remember one thing you say",
    'holdfast remember "Always run pnpm fix before a commit"',
    async () => (await import("./commands/remember.ts")).remember,
  )
    .addOption(new Option("--category <category>", "what it is").choices(categories).default("preference"))
    .option("--detail <text>", "more about it")
    .option("--again", "remember it although you archived, dropped or forgot it before");

  const proposal = (declared: Command) =>
    declared
      .option("--session <id>", "session that the candidates belong to", "cli")
      .option("--again", "take them although they were settled, dropped or forgotten before");
  const shape = `echo '{"lessons": [{"summary": "Run the migrations before the tests"}]}'`;
  proposal(
    command(
      "stage [file]",
      "stage candidates from a JSON file, or from stdin with -",
      `${shape} | holdfast stage -`,
      async () => (await import("./commands/stage.ts")).stage,
    ),
  );
  proposal(
    command(
      "save [file]",
      "stage candidates and reconcile",
      `${shape} | holdfast save -`,
      async () => (await import("./commands/save.ts")).save,
    ),
  );
  command(
    "reconcile",
    "work off staging",
    "holdfast reconcile",
    async () => (await import("./commands/reconcile.ts")).reconcile,
  );
  const fromAgent = (declared: Command) =>
    declared.addOption(new Option("--from <agent>", "only sessions of this agent").choices(agents));
  fromAgent(
    command(
      "consolidate [transcript]",
      "learn from sessions: extract, stage, reconcile (the newest session of this project when none is given)",
      "holdfast consolidate\nholdfast consolidate --all-new --max-windows 10\nholdfast consolidate ~/.pi/agent/sessions/--home-me-shop--/2026-03-01_a1b2.jsonl",
      async () => (await import("./commands/consolidate.ts")).consolidate,
    ),
  )
    .option("--session <id>", "the session with this id, or the start of it")
    .option("--all-new", "every session of this project that holds something new, oldest first")
    .option("--again", "read turns again that were read before")
    .option("--max-windows <n>", "windows that a model may be asked about", wholeNumber)
    .option("--max-tokens <n>", "tokens that reading may use", wholeNumber)
    .option("--max-seconds <n>", "time that reading may take", wholeNumber);
  fromAgent(
    command(
      "sessions",
      "show the sessions of this project that coding agents left here, and which were consolidated",
      "holdfast sessions --from claude",
      async () => (await import("./commands/sessions.ts")).sessions,
    ),
  ).option("--limit <n>", "most sessions", wholeNumber, 20);
  command(
    "recover [id...]",
    "bring dead letters, or discarded candidates by id, back to staging",
    "holdfast recover --all",
    async () => (await import("./commands/recover.ts")).recover,
  ).option("--all", "every dead letter");

  command(
    "staging",
    "show what waits",
    "holdfast staging",
    async () => (await import("./commands/staging.ts")).staging,
  );
  command(
    "deadletter",
    "show what could not be saved, and why",
    "holdfast deadletter",
    async () => (await import("./commands/deadletter.ts")).deadletter,
  );
  command(
    "list",
    "show records",
    "holdfast list --category decision --status current",
    async () => (await import("./commands/list.ts")).list,
  )
    .addOption(new Option("--status <status>", "only these").choices(standings))
    .addOption(new Option("--category <category>", "only these").choices(categories))
    .option("--limit <n>", "at most this many", wholeNumber);
  command(
    "show <id>",
    "show one record, or one candidate, with where it came from",
    "holdfast show rec_1a2b",
    async () => (await import("./commands/show.ts")).show,
  );
  command(
    "runs [run]",
    "show past runs, or one run with every outcome",
    "holdfast runs",
    async () => (await import("./commands/runs.ts")).runs,
  ).option("--limit <n>", "at most this many", wholeNumber, 20);
  command(
    "status",
    "show how things stand",
    "holdfast status",
    async () => (await import("./commands/status.ts")).showStatus,
  );
  command(
    "recall <query...>",
    "find what is known about something",
    'holdfast recall "how do we run the tests"',
    async () => (await import("./commands/recall.ts")).recall,
  )
    .option("--limit <n>", "at most this many", wholeNumber, 10)
    .addOption(new Option("--category <category>", "only these").choices(categories))
    .option("--budget <tokens>", "at most this many tokens", wholeNumber)
    .option("--explain", "say also what was left out, and why");

  command(
    "context [prompt...]",
    "show what an agent is given, and what is cut",
    'holdfast context "fix the invoice export"',
    async () => (await import("./commands/context.ts")).context,
  ).option("--budget <tokens>", "most tokens", wholeNumber);
  command(
    "archive <id>",
    "take a record out of what is current",
    "holdfast archive rec_1a2b",
    async () => (await import("./commands/archive.ts")).archive,
  );
  command(
    "restore <id>",
    "undo an archive",
    "holdfast restore rec_1a2b",
    async () => (await import("./commands/archive.ts")).restore,
  );
  command(
    "undo <id>",
    "undo a run or a record",
    "holdfast undo run_20260301T101500_1a2b3c",
    async () => (await import("./commands/undo.ts")).undo,
  );
  command(
    "drop <id>",
    "settle a staged or dead candidate as discarded",
    "holdfast drop cand_1a2b",
    async () => (await import("./commands/drop.ts")).drop,
  );
  command(
    "forget <id>",
    "erase a text everywhere, for good",
    "holdfast forget rec_1a2b",
    async () => (await import("./commands/forget.ts")).forget,
  );
  command(
    "doctor",
    "check every file, the index and the lock",
    "holdfast doctor --fix",
    async () => (await import("./commands/doctor.ts")).doctor,
  ).option("--fix", "repair what is safe; memory is never deleted");
  command(
    "demo",
    "show the main job on an example session, in a folder of its own",
    "holdfast demo",
    async () => (await import("./commands/demo.ts")).demo,
  );
  program
    .command("completion")
    .description("print a script that completes these commands in your shell")
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nExample:\n  eval "$(holdfast completion bash)"`)
    .exitOverride()
    .action((shell: Shell) => {
      process.stdout.write(completionFor(shell, program));
    });
  const dashboard = common(
    program
      .command("dashboard")
      .description("what is known, what waits, what failed and why; the same as holdfast alone")
      .helpOption("-h, --help", "show this help")
      .addHelpText("after", "\nExample:\n  holdfast")
      .exitOverride(),
  ).action(() => show(dashboard.optsWithGlobals<Flags>()));
  return program;
}

/** Without a command, the dashboard is meant: on a terminal. Elsewhere it is `status`. */
function withCommand(argv: readonly string[]): readonly string[] {
  const withValue = new Set(["--dir", "--scope", "--model"]);
  const words = argv.filter((word, at) => !word.startsWith("-") && !withValue.has(argv[at - 1] ?? ""));
  const asksForText = argv.some((word) => ["-h", "--help", "-V", "--version"].includes(word));
  return words.length > 0 || asksForText ? argv : ["dashboard", ...argv];
}

/** The command line up to `--`, after which everything is text. */
function beforeTexts(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}

/** `holdfast list | head` closes our stdout early: that is no failure. Anything else is, and the work is done all the same. */
function endOnBrokenOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(exitCodes.done);
  process.stderr.write(
    `The answer could not be written (${error.code}). What was to be done is done; ask again.\n`,
  );
  process.exit(exitCodes.failed);
}

function common(command: Command): Command {
  return command
    .option("--dir <folder>", "the project's memory folder")
    .addOption(new Option("--scope <scope>", "the project's memory or yours").choices(scopes))
    .option("--json", "one JSON value on stdout, nothing else there")
    .option("--model <id>", "who settles what is similar: provider/model, or local/rules, which needs no key")
    .option("--quiet", "no progress and no warnings");
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value) || Number(value) < 1)
    throw new InvalidArgumentError("Give a whole number above 0.");
  return Number(value);
}
