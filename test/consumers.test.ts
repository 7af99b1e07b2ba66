import { type ChildProcess, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  filesIn,
  type LoopbackMessages,
  type LoopbackRegistry,
  loopbackMessages,
  loopbackRegistry,
  type Published,
  packed,
  repacked,
} from "@holdfast/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// Whoever installs the packages has nothing of this repository: so have these, in folders of their own, from a registry of their own.

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name: string) => join(root, "node_modules/.bin", name);
const libraries = ["schema", "storage", "models", "reconciler", "extraction", "memory"];
const homes = [...libraries.map((name) => `packages/${name}`), "apps/holdfast", "apps/pi-extension"];

let published: Published[];
let registry: LoopbackRegistry;
let model: LoopbackMessages;
let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-consumers-")));
  published = homes.map((home) => packed(join(root, home), bin("pnpm")));
  const theirs = published.flatMap(({ manifest }, at) =>
    repacked(
      Object.keys({
        ...(manifest.dependencies as object),
        ...(manifest.optionalDependencies as object),
      }).filter((name) => !name.startsWith("@holdfast/")),
      join(root, homes[at]!),
    ),
  );
  const once = new Map(
    [...published, ...theirs].map((one) => [`${one.manifest.name}@${one.manifest.version}`, one]),
  );
  registry = await loopbackRegistry([...once.values()]);
  model = await loopbackMessages([{ kind: "tool", name: "answer", input: { same: true } }]);
}, 120_000);

afterAll(async () => {
  await registry?.close();
  await model?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A project that has installed these and nothing else. */
async function aProject(name: string, ...packages: string[]): Promise<string> {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", ...packages], project);
  return project;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, "home"),
    TMPDIR: folder,
    ANTHROPIC_API_KEY: "a-key-for-the-loopback",
    ANTHROPIC_BASE_URL: model.url,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, "npm-cache"),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  mkdirSync(env.HOME, { recursive: true });
  const child: ChildProcess = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  const code = await new Promise((done, fail) => child.on("error", fail).on("close", done));
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${out}\n${err}`);
  return out;
}

/** The code of a package's README, or of the guide. */
function exampleOf(name: string): string {
  const page = name === "guide" ? "docs/guide.md" : `packages/${name}/README.md`;
  const readme = readFileSync(join(root, page), "utf8");
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  return code;
}

describe("what is published", () => {
  test("is what runs, its types, its licence and its README, and nothing of the tests", () => {
    for (const one of published) {
      const files = filesIn(one);
      expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
      expect(
        files.filter((file) => /(^|\/)(src|test|bench)\/|\.test\.|tsbuildinfo|\.map$/.test(file)),
      ).toEqual([]);
      expect(JSON.stringify(one.manifest)).not.toMatch(/workspace:|catalog:|@holdfast\/source/);
    }
  });

  test("says for which Node it is, and that whoever publishes it proves where it was built", () => {
    for (const { manifest } of published) {
      expect(manifest).toMatchObject({ license: "MIT", type: "module", engines: { node: ">=20.19" } });
    }
    for (const home of homes) {
      const { publishConfig } = JSON.parse(readFileSync(join(root, home, "package.json"), "utf8"));
      expect(publishConfig).toMatchObject({ access: "public", provenance: true });
    }
  });
});

describe("the example of each README", { timeout: 180_000 }, () => {
  const printed: { readonly [name: string]: RegExp } = {
    schema: /cand_\w+ Seed the database first[\s\S]*candidates\.lessons\[1\]\.summary: Must be[\s\S]*true\n$/,
    reconciler:
      /^\[ 'add: Nothing similar is known\.' \]\s+\[\s+'duplicate: [\s\S]*'add: Resembles [\s\S]*5434 1'/,
    models: /^\{ same: true \} \{/,
    extraction: /^\[ 'preference: [^\n]*migrations before the tests[^\n]*' \] 0\n$|^\[ '\w+: /,
    storage: /^\{[\s\S]*\} 0\nfunction function\n$/,
    memory:
      /^2 \[[\s\S]*'add: Nothing similar is known\.'[\s\S]*\nSeed the database before the tests [\s\S]*<holdfast-memory /,
  };

  let project: string;
  beforeAll(async () => {
    project = await aProject("examples", ...libraries.map((name) => `@holdfast/${name}`));
    for (const name of [...libraries, "guide"]) writeFileSync(join(project, `${name}.ts`), exampleOf(name));
    const compilerOptions = {
      ...{ module: "nodenext", target: "es2023", strict: true, exactOptionalPropertyTypes: true },
      ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")], outDir: "out" },
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  }, 180_000);

  test("is right for a strict TypeScript that asks for types as Node asks for code", async () => {
    expect(await run(bin("tsc"), ["-p", project], project)).toBe("");
  });

  test.each([...libraries, "guide"])("of %s does what it says", async (name) => {
    expect(await run(process.execPath, [`out/${name}.js`], project)).toMatch(printed[name]!);
  });
});

test("@holdfast/memory runs from a bundle", { timeout: 180_000 }, async () => {
  const project = join(folder, "examples");
  const esbuild = join(root, "node_modules/.bin/esbuild");
  const banner = `--banner:js=import { createRequire as r } from "node:module"; const require = r(import.meta.url);`;
  const flags = ["--bundle", "--platform=node", "--format=esm", banner, "--outfile=bundle.mjs"];
  await run(esbuild, ["memory.ts", ...flags], project);
  expect(await run(process.execPath, ["bundle.mjs"], project)).toContain(
    "Seed the database before the tests",
  );
});

test("`npx holdfast demo` is the demo, on a machine with Node alone", { timeout: 180_000 }, async () => {
  const project = join(folder, "empty");
  mkdirSync(project);
  const out = await run("npx", ["--yes", "holdfast", "demo"], project);
  expect(out).toContain("Never use floating point for money");
  expect(out).toContain("$ holdfast recall");
  expect(readdirSync(project)).toEqual([]);
});
