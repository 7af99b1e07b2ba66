import { describe, expect, test } from "vitest";
import { decide, type LabelledChunk, localRules, readReply } from "../../src/index.ts";
import { founding } from "../a-case.ts";
import { chunkOf, examples, type LabelledExample, oracle } from "./labelled-cases.ts";

const fateOf = { distinct: "add", duplicate: "duplicate", supersede: "supersede", merge: "merge" } as const;

interface Settled {
  readonly fate: string;
  /** Records it replaces, or is a duplicate of. */
  readonly about: readonly string[];
}

type Judge = (chunk: LabelledChunk, of: readonly LabelledExample[]) => unknown;

/** Works off all examples in chunks of 20, as `judge` says; what waits goes into the next chunk. By id. */
function settled(judge: Judge): { fates: { [id: string]: Settled }; warnings: string[] } {
  const fates: { [id: string]: Settled } = {};
  const warnings: string[] = [];
  let left = [...examples];
  while (left.length > 0) {
    const of = left.slice(0, 20);
    const chunk = chunkOf(of);
    const plan = decide({ ...founding, chunk, input: judge(chunk, of), maxAttempts: 1 });
    warnings.push(...plan.warnings);
    const ids = new Map([...chunk.cases.values()].map((one, i) => [one.candidate.candidate_id, of[i]!.id]));
    for (const [i, row] of plan.outcomes.entries()) {
      const step = plan.durable[i]!;
      const about = step.kind === "record" ? step.record.supersedes : [row.record_id ?? ""];
      fates[ids.get(row.candidate_id)!] = { fate: row.fate, about };
    }
    left = left.filter(({ id }) => !(id in fates));
  }
  return { fates, warnings };
}

const wanted = Object.fromEntries(
  examples.map(({ id, label, target }) => [
    id,
    { fate: fateOf[label], about: target === undefined ? [] : [`rec_${id}_${target}`] },
  ]),
);

test("the set is large, and every example is one of its own, of each label and of several languages", () => {
  expect(examples.length).toBeGreaterThanOrEqual(64);
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  for (const label of Object.keys(fateOf)) {
    expect(examples.filter((one) => one.label === label).length).toBeGreaterThan(12);
  }
  expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(["en", "de", "es", "zh", "ja"]));
  for (const { label, target, merged, records } of examples) {
    expect(target === undefined).toBe(label === "distinct");
    expect(merged !== undefined).toBe(label === "merge");
    expect(records[(target ?? 1) - 1]).toBeDefined();
  }
});

describe("a judge that is right is followed in every case, and no gate stands in its way, when it answers", () => {
  test.each<[string, (reply: object) => unknown]>([
    ["through the tool", (reply) => reply],
    [
      "in fenced JSON between prose",
      (reply) =>
        `I compared [all] of them:\n\n\`\`\`json\n${JSON.stringify(reply, null, 2)}\n\`\`\`\nDone {so far}.`,
    ],
    [
      "as a bare list with commas left over and line breaks in its strings",
      (reply) =>
        JSON.stringify((reply as { actions: object[] }).actions)
          .replaceAll("},{", ",},\n{")
          .replace(/\]$/, ",]")
          .replaceAll(". ", ".\n"),
    ],
    ["in JSON encoded twice", (reply) => JSON.stringify(JSON.stringify(reply))],
    [
      "in typographic quotes",
      (reply) =>
        `\ufeff${JSON.stringify(reply).replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => `\u201c${text.replaceAll('\\"', '"')}\u201d`)}`,
    ],
  ])("%s", (_, form) => {
    const { fates, warnings } = settled((chunk, of) => readReply(form(oracle(chunk, of))));
    expect(fates).toEqual(wanted);
    expect(warnings).toEqual([]);
  });
});

test("a judge that answers for the example next in line is not followed to the same end", () => {
  const next = (one: LabelledExample) => examples[(examples.indexOf(one) + 1) % examples.length]!;
  expect(settled((chunk, of) => oracle(chunk, of.map(next))).fates).not.toEqual(wanted);
});

test("the rules without a model never call a duplicate what is none; their report on the set", () => {
  const { fates } = settled((chunk) => ({ actions: localRules(chunk) }));
  const rows = Object.keys(fateOf).map((label) => {
    const mine = examples.filter((one) => one.label === label).map(({ id }) => fates[id]!.fate);
    const count = (fate: string) => mine.filter((one) => one === fate).length;
    return {
      label,
      of: mine.length,
      add: count("add"),
      duplicate: count("duplicate"),
      other: mine.length - count("add") - count("duplicate"),
    };
  });
  console.log(["", ...tableOf(rows), ""].join("\n"));
  for (const { label, other, duplicate } of rows) {
    expect(other).toBe(0);
    if (label !== "duplicate") expect(duplicate).toBe(0);
    else expect(duplicate).toBeGreaterThanOrEqual(5);
  }
});

/** Rows in plain lines, the columns under one another. */
function tableOf(rows: readonly Record<string, string | number>[]): string[] {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [heads, ...rows.map((row) => heads.map((head) => String(row[head])))];
  const widths = heads.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd(),
  );
}
