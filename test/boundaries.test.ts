import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The star: who may import whom. An arrow that is not here is a defect. */
const mayImport: { readonly [house: string]: readonly string[] } = {
  "packages/schema": [],
  "packages/storage": ["@holdfast/schema"],
  "packages/models": ["@holdfast/schema"],
  "packages/reconciler": ["@holdfast/schema"],
  "packages/extraction": ["@holdfast/schema"],
  "packages/memory": [
    "@holdfast/schema",
    "@holdfast/storage",
    "@holdfast/models",
    "@holdfast/reconciler",
    "@holdfast/extraction",
  ],
  "packages/testkit": ["@holdfast/schema"],
  "apps/holdfast": ["@holdfast/schema", "@holdfast/memory"],
  "apps/pi-extension": ["@holdfast/schema", "@holdfast/memory", "@holdfast/models"],
};

const root = fileURLToPath(new URL("..", import.meta.url));

test("every house is in the plan", () => {
  const houses = ["packages", "apps"].flatMap((row) =>
    readdirSync(join(root, row)).map((house) => `${row}/${house}`),
  );
  expect(houses.sort()).toEqual(Object.keys(mayImport).sort());
});

for (const [house, allowed] of Object.entries(mayImport)) {
  test(`${house} imports of ours only ${allowed.join(", ") || "nothing"}`, () => {
    const arrows = importsOf(house).filter(
      ({ from }) => from.startsWith("@holdfast/") || from === "holdfast",
    );
    expect(arrows.filter(({ from }) => !allowed.includes(from))).toEqual([]);
  });

  test(`${house} reaches no other house by a relative path`, () => {
    const depth = ({ file }: { file: string }) => file.split("/").length - 1;
    const up = importsOf(house).filter((arrow) => arrow.from.split("../").length - 1 > depth(arrow));
    expect(up).toEqual([]);
  });
}

test("the reconciler imports nothing from node", () => {
  expect(importsOf("packages/reconciler").filter(({ from }) => from.startsWith("node:"))).toEqual([]);
});

test("the reconciler has no clock and no dice", () => {
  const told = sourcesOf("packages/reconciler").filter(({ text }) =>
    /Date\.now|new Date\(\)|Math\.random|performance\.|process\./.test(text),
  );
  expect(told.map(({ file }) => file)).toEqual([]);
});

function sourcesOf(house: string): { file: string; text: string }[] {
  const src = join(root, house, "src");
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") || file.endsWith(".tsx"))
    .map((file) => ({ file, text: readFileSync(join(src, file), "utf8") }));
}

function importsOf(house: string): { file: string; from: string }[] {
  const pattern = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g;
  return sourcesOf(house).flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, from = ""]) => ({ file, from })),
  );
}
