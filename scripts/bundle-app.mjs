// An app is what people start, often, and a start reads every file of every package it needs: so an app is published as a few files, with the
// licences of what stands in them. What it has natively, or seldom needs and is large, stays a dependency.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles `entryPoints` of the app in `folder`, from sources alone, into its `dist`. What is imported when it is needed is read when it is
 * needed.
 */
export async function bundleApp(folder, { entryPoints, external, ...rest }) {
  const dist = join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  for (const old of readdirSync(dist).filter((name) => name.endsWith(".js"))) rmSync(join(dist, old));
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints,
    outdir: "dist",
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    conditions: ["@holdfast/source"],
    minifyWhitespace: true,
    minifySyntax: true,
    external,
    // What is bundled and is no ES module asks for Node's own modules by `require`.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    metafile: true,
    logLevel: "warning",
    ...rest,
  });
  writeFileSync(join(folder, "dist/licences.txt"), licencesOf(folder, Object.keys(metafile.inputs)));
}

/** The licences of the packages that stand in the bundle, as they ask for. */
function licencesOf(folder, inputs) {
  const packages = new Set(
    inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  return [...packages]
    .sort()
    .map((one) => licenceIn(join(folder, one)))
    .join("\n");
}

function licenceIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e[\w.-]*$/i.test(one));
  if (file === undefined)
    throw new Error(`${name} ${version} (${license}) is bundled, and has no licence in ${folder}`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
