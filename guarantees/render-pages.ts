import { chapters, type Guarantee, guarantees } from "./guarantees.ts";
import type { Mutant } from "./mutants.ts";
import type { Proof } from "./read-proofs.ts";

/** `docs/guarantees.md`: each guarantee with the tests that prove it and the mutants that its tests would notice. */
export function guaranteesPage(proofs: readonly Proof[], mutants: readonly Mutant[]): string {
  const sections = chapters.map(({ title, guarantees }) =>
    [`## ${title}`, ...guarantees.map((one) => section(one, proofs, mutants))].join("\n\n"),
  );
  return `${[introduction, ...sections].join("\n\n")}\n`;
}

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
