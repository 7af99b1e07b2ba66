// What Pi loads, of sources alone: `dist/pi.js` registers and is read at every start of Pi; `dist/memory.js` does the work and is read when it is
// first needed, by Node itself and not through the translator that Pi reads extensions with.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["src/pi.ts", "src/memory.ts"],
  outdir: "dist",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  conditions: ["@holdfast/source"],
  minifyWhitespace: true,
  minifySyntax: true,
  // Pi's own packages are Pi's to give. The client of a provider is never asked for: Pi's models are.
  external: ["@earendil-works/*", "typebox", "@anthropic-ai/sdk"],
  // What is bundled and is no ES module asks for Node's own modules by `require`.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  metafile: true,
  logLevel: "warning",
});
writeFileSync(join(here, "dist/licences.txt"), licencesOf(Object.keys(metafile.inputs)));

/** The licences of the packages that stand in the bundle, as they ask for. */
function licencesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  return [...folders].sort().map(licenceIn).join("\n");
}

function licenceIn(folder) {
  const { name, version } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
  const file = readdirSync(join(here, folder)).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
  if (file === undefined) throw new Error(`${name} ${version} is bundled, and has no licence in ${folder}`);
  return `${name} ${version}\n\n${readFileSync(join(here, folder, file), "utf8").trim()}\n`;
}
