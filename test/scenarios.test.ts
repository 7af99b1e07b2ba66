import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/scenarios.md"), "utf8");
const rows = [...page.matchAll(/^\| (S\d+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = "", what = "", held = ""]) => ({
    id,
    what,
    held,
  }),
);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `S${String(from + i).padStart(3, "0")}`);

describe("the page of scenarios", () => {
  test("has each scenario once, in order", () => {
    expect(rows.map(({ id }) => id)).toEqual([...numbered(1, 208), ...numbered(227, 252)]);
  });

  test.each(rows)("$id, $what: is held by a test that there is, or says why not", ({ held }) => {
    if (/^not held: \w.{20}/.test(held)) return;
    const tests = held.split("<br>").map((one) => /^`([^:`]+): ([^`]+)`$/.exec(one));
    for (const one of tests) {
      const [, path = "", title = ""] = one ?? [];
      expect(path, `${held} names no test`).toMatch(/\.test\.ts$/);
      expect(existsSync(join(root, path)), `${path} is not there`).toBe(true);
      expect(readFileSync(join(root, path), "utf8"), `${path} has no such test`).toContain(title);
    }
  });
});
