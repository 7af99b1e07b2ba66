import type { MemoryRecord } from "@holdfast/schema";
import { headingCarries, renderBody } from "./body.ts";
import { yamlText } from "./yaml-text.ts";

/**
 * The text of a record's file: YAML frontmatter, `# summary`, the detail verbatim. `parseRecord` gives the same record back,
 * whatever the texts contain.
 */
export function renderRecord(record: MemoryRecord): string {
  return `---\n${frontmatterOf(record).join("\n")}\n---\n\n${renderBody(record)}`;
}

function frontmatterOf(record: MemoryRecord): string[] {
  return [
    ...text("id", record.id),
    `category: ${record.category}`,
    `status: ${record.status}`,
    `scope: ${record.scope}`,
    `trust: ${record.trust}`,
    ...text("forgotten", record.forgotten),
    ...maps("triggers", record.triggers),
    ...text("observed_at", record.observed_at),
    ...text("created_at", record.created_at),
    ...texts("supersedes", record.supersedes),
    ...maps("sources", record.sources),
    ...texts("related", record.related),
    ...text("why", record.why),
    ...texts("alternatives", record.alternatives),
    ...(headingCarries(record.summary) ? [] : text("summary", record.summary)),
  ];
}

function text(key: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${key}: ${yamlText(value, "  ")}`];
}

function texts(key: string, values: readonly string[] | undefined): string[] {
  if (values === undefined) return [];
  if (values.length === 0) return [`${key}: []`];
  return [`${key}:`, ...values.map((value) => `  - ${yamlText(value, "    ")}`)];
}

/** A list of small maps of texts and numbers; keys without a value are left out. */
function maps(key: string, values: readonly object[]): string[] {
  if (values.length === 0) return [`${key}: []`];
  return [`${key}:`, ...values.map((value) => `  - ${entriesOf(value).join("\n    ")}`)];
}

function entriesOf(value: object): string[] {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(
      ([name, field]) => `${name}: ${typeof field === "number" ? field : yamlText(String(field), "      ")}`,
    );
}
