import { type Attack, type Ending, type Entrance, rule } from "./attacks.ts";
import { chapters, type Guarantee, guarantees } from "./guarantees.ts";
import type { readLongRuns } from "./long-runs.ts";
import type { Mutant } from "./mutants.ts";
import type { Proof } from "./read-proofs.ts";

/** `docs/guarantees.md`: each guarantee with the tests that prove it and the mutants that its tests would notice, and the last long runs. */
export function guaranteesPage(
  proofs: readonly Proof[],
  mutants: readonly Mutant[],
  longRuns: ReturnType<typeof readLongRuns>,
): string {
  const sections = chapters.map(({ title, guarantees }) =>
    [`## ${title}`, ...guarantees.map((one) => section(one, proofs, mutants))].join("\n\n"),
  );
  return `${[introduction, ...sections, longRunsOf(longRuns)].join("\n\n")}\n`;
}

function longRunsOf(runs: ReturnType<typeof readLongRuns>): string {
  const rows = runs.map(({ date, command, found }) => {
    const told = Object.entries(found).map(([what, count]) => `${count.toLocaleString("en")} ${what}`);
    return `| ${date} | \`${command}\` | ${told.join(", ")} |`;
  });
  return [longRunsIntroduction, ["| day | command | found |", "|---|---|---|", ...rows].join("\n")].join(
    "\n\n",
  );
}

const longRunsIntroduction = `## The last long runs

Some tests have a long form: real processes on a real disk, for minutes. These are the last results, each with the command that gave it; the last number is a
seed, and another one is another run.`;

const introduction = `# What is guaranteed

Each sentence is proved by the tests named under it: they carry its id as a tag, and \`npm test -- --tags-filter=conservation\` runs those of one. A
mutant is a defect put into a copy of the source on purpose: \`npm run test:mutants\` shows that the tests notice each. This page is
written by \`npm run docs\`, from \`guarantees/\` and the tests; a test fails when it is out of date.`;

function section({ id, says }: Guarantee, proofs: readonly Proof[], mutants: readonly Mutant[]): string {
  const proved = proofs
    .filter(({ ids }) => ids.includes(id))
    .map(({ file, title }) => `- \`${file}\`: ${plain(title)}`);
  const noticed = mutants
    .filter(({ breaks }) => breaks === id)
    .map(({ name, says }) => `- mutant \`${name}\`: ${says}`);
  return [`### ${id}`, says, [...proved, ...noticed].join("\n")].join("\n\n");
}

/** A title as text: nothing in it is Markdown. */
function plain(title: string): string {
  return title.replace(/[*_<>[\]\\|]/g, "\\$&");
}

const start = "<!-- guarantees: written by `npm run docs` -->";
const end = "<!-- /guarantees -->";

/** The README with the table of what is promised, between its markers. */
export function withTable(readme: string): string {
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
  if (from < 0 || to < from) throw new TypeError(`The README lacks ${start} or ${end}.`);
  return readme.slice(0, from + start.length) + table() + readme.slice(to);
}

function table(): string {
  const rows = guarantees
    .filter(({ headline }) => headline)
    .map(({ id, says }) => `| ${says} | [${id}](docs/guarantees.md#${id}) |`);
  return ["", "", "| promise | its proof |", "|---|---|", ...rows, "", ""].join("\n");
}

/** `docs/poisoning.md`: each attack, how it gets in and what becomes of it. */
export function poisoningPage(attacks: readonly Attack[]): string {
  const rows = attacks.map(
    ({ id, tries, enters, ends }) =>
      `| ${id} | ${tries} | ${entrances[entranceOf(enters)]} | ${endOf(ends)} |`,
  );
  return `${poisoningIntroduction}\n\n| attack | what it tries | enters as | ends as |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

const poisoningIntroduction = `# Texts that want to become rules

Memory is read by agents, so whoever gets a text into it would like it to be obeyed. What counts is who said something, which code knows and no text can
claim: the person, an agent, or a session that was read. Only what the person laid down stands in the context block as it is, and first; what
anyone else said stands behind it, in quotes, in one line, with its source. Less trust never replaces more. What belongs to all projects of a person is
learnt from their own words alone.

Each of these attacks is tried by \`test/poisoning.test.ts\`, with a model that does whatever the text demands; the person has said
"${rule}" before, and it stands first and unchanged after each. This page is written by \`npm run docs\` from \`guarantees/attacks.ts\`.`;

const entrances = {
  user: "words of the person in a session",
  assistant: "words of an agent in a session",
  tool: "a tool's result in a session",
  proposal: "an agent's proposal",
} as const;

function entranceOf(enters: Entrance): keyof typeof entrances {
  return enters.kind === "proposal" ? "proposal" : enters.role;
}

function endOf(ends: Ending): string {
  if (ends.kind === "refused") return `refused: "${ends.says}"`;
  if (ends.kind === "unread") return "cut out before a model sees it";
  if (ends.kind === "quoted") return "a quotation, in this project alone, with who said it";
  if (ends.kind === "rejected") return `rejected by \`${ends.gate}\`; the candidate stays staged`;
  return "both texts united by code";
}
