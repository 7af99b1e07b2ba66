import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { guarantees, invariants } from "../guarantees/guarantees.ts";
import { readLongRuns } from "../guarantees/long-runs.ts";
import { mutants, occurrencesOf } from "../guarantees/mutants.ts";
import { proofsIn, readProofs } from "../guarantees/read-proofs.ts";
import { guaranteesPage, withTable } from "../guarantees/render-pages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const proofs = readProofs(root);
const ids = guarantees.map(({ id }) => id);

describe("what is guaranteed", () => {
  test("has an id of plain words once, and one sentence", () => {
    expect(ids.filter((id, i) => !/^[a-z]+(-[a-z]+)*$/.test(id) || ids.indexOf(id) !== i)).toEqual([]);
    expect(guarantees.filter(({ says }) => !/^[A-Z`].*[^.]\.$/.test(says))).toEqual([]);
  });

  test.each(ids)("%s is proved by a test", (id) => {
    expect(proofs.filter((proof) => proof.ids.includes(id))).not.toEqual([]);
  });

  test("is all that tests say they prove", () => {
    expect(proofs.filter((proof) => proof.ids.some((id) => !ids.includes(id)))).toEqual([]);
  });

  test("a proof is read from tests and groups of tests in every form, and what is skipped is none", () => {
    const text = [
      'describe("group", { tags: ["a"] }, () => {',
      "  test.each(rows)(`of %s`, { timeout: 9, tags: ['b', \"c\"] }, () => {});",
      '  test.skip("skipped", { tags: ["d"] }, () => {});',
      '  test("plain", () => {});',
      "});",
    ].join("\n");
    expect(proofsIn("one.test.ts", text)).toEqual([
      { file: "one.test.ts", title: "group", ids: ["a"] },
      { file: "one.test.ts", title: "group: of %s", ids: ["b", "c"] },
    ]);
  });
});

describe("mutants", () => {
  test("each has a name of its own", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  test.each(mutants)("$name finds its place once, and changes it", (mutant) => {
    expect(occurrencesOf(mutant, root)).toBe(1);
    expect(mutant.replace).not.toBe(mutant.find);
  });

  test.each(mutants)("$name breaks a guarantee that the tests it names prove", ({ breaks, tests }) => {
    for (const file of tests) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(
        proofs.filter((proof) => proof.file === file && proof.ids.includes(breaks)),
        file,
      ).not.toEqual([]);
    }
  });

  test.each(invariants)("there is one of $title", ({ guarantees }) => {
    const own: readonly string[] = guarantees.map(({ id }) => id);
    expect(mutants.filter(({ breaks }) => own.includes(breaks))).not.toEqual([]);
  });
});

describe("what is written from them is up to date (`npm run docs` writes it anew)", () => {
  const pages: [string, (now: string) => string][] = [
    ["docs/guarantees.md", () => guaranteesPage(proofs, mutants, readLongRuns())],
    ["README.md", withTable],
  ];
  test.each(pages)("%s", (page, write) => {
    const path = join(root, page);
    const now = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (process.env.HOLDFAST_WRITE === "1") writeFileSync(path, write(now));
    else expect(now).toBe(write(now));
  });
});
