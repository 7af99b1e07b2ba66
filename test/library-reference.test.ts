import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeLibraries, libraries } from "../scripts/describe-library.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = `${root}docs/reference/library.md`;

test("the reference of the libraries is what they export (npm run docs writes it anew)", {
  timeout: 120_000,
}, () => {
  const described = describeLibraries(root);
  for (const name of libraries) expect(described).toContain(`## @holdfast/${name}\n\n| function |`);
  const [before = ""] = readFileSync(page, "utf8").split(/(?=^## )/m);
  if (process.env.HOLDFAST_WRITE) writeFileSync(page, `${before}${described}\n`);
  expect(readFileSync(page, "utf8")).toBe(`${before}${described}\n`);
});
