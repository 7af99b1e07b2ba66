import { readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { filesIn, packed } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
const importsOf = (file: string) =>
  [
    ...readFileSync(`${folder}/dist/${file}`, "utf8").matchAll(
      /\b(?:from|import)\s?\(?"((?:node:)?[@\w][\w/.-]*)"/g,
    ),
  ].map(([, name = ""]) => name);
const isNodes = (name: string) => builtinModules.includes(name.replace("node:", ""));

describe("what Pi loads", () => {
  test("is one small file that asks for Pi's packages and Node's alone", () => {
    expect(manifest.pi).toEqual({ extensions: ["./dist/pi.js"] });
    expect(statSync(`${folder}/dist/pi.js`).size).toBeLessThan(48_000);
    const foreign = importsOf("pi.js").filter((name) => !isNodes(name));
    expect(new Set(foreign)).toEqual(new Set(Object.keys(manifest.peerDependencies)));
  });

  test("needs nothing installed but what is Pi's; the drivers of SQLite are optional", () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(Object.keys(manifest.optionalDependencies)).toEqual(["better-sqlite3", "better-sqlite3-node20"]);
    const optional = Object.entries(manifest.peerDependenciesMeta).filter(
      ([, meta]) => (meta as { optional: boolean }).optional,
    );
    expect(optional.map(([name]) => name)).toEqual(Object.keys(manifest.peerDependencies));
    // Pi's models are asked: the client of a provider, which standalone programs use, is never loaded.
    expect(importsOf("memory.js").filter((name) => !isNodes(name))).toEqual(["@anthropic-ai/sdk"]);
  });

  test("is packed with the licences of what is bundled, and without tests or sources", () => {
    const one = packed(folder, `${folder}/../../node_modules/.bin/pnpm`);
    expect(one.tarball?.length).toBeLessThan(600_000);
    expect(filesIn(one)).toEqual([
      ...["CHANGELOG.md", "LICENSE", "README.md"],
      ...["dist/licences.txt", "dist/memory.js", "dist/pi.js", "package.json"],
    ]);
    const licences = readFileSync(`${folder}/dist/licences.txt`, "utf8");
    for (const name of ["zod", "yaml", "chrono-node"]) expect(licences).toContain(`${name} `);
  });
});
