import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Published } from "./loopback-registry.ts";

/** A package of the workspace as it would be published: `pnpm pack` of the folder where it is developed. */
export function packed(folder: string, pnpm: string): Published {
  return inAFolder((into) => {
    const { stdout, stderr, status } = spawnSync(pnpm, ["pack", "--json", "--pack-destination", into], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`pnpm pack failed in ${folder}:\n${stdout}${stderr}`);
    const { filename } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as { filename: string };
    const file = join(into, basename(filename));
    spawnSync("tar", ["-xzf", file, "-C", into]);
    return { manifest: manifestIn(join(into, "package")), tarball: readFileSync(file) };
  });
}

/** What lies in a tarball, by path, without the `package/` that all paths begin with. */
export function filesIn({ tarball }: Published): string[] {
  const { stdout } = spawnSync("tar", ["-tz"], { input: tarball, encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith("/"))
    .map((line) => line.replace(/^package\//, ""))
    .sort();
}

/**
 * Installed packages, and all that they need, as they lie there: with what was compiled and without scripts, so that installing them again
 * compiles and downloads nothing. What is optional and not installed is left out.
 */
export function repacked(names: readonly string[], from: string): Published[] {
  const found = new Map<string, Published>();
  const add = (name: string, near: string) => {
    const folder = folderOf(name, near);
    if (folder === undefined || found.has(folder)) return;
    const one = repack(folder);
    found.set(folder, one);
    for (const dependency of Object.keys({
      ...objectIn(one, "dependencies"),
      ...objectIn(one, "optionalDependencies"),
    }))
      add(dependency, folder);
  };
  for (const name of names) add(name, from);
  return [...found.values()];
}

/** Folders of a package that only serve to build it. */
const builds = /\/(?:deps|src|obj|obj\.target|\.deps|node_modules)$/;

function repack(folder: string): Published {
  const { scripts, devDependencies, ...kept } = manifestIn(folder);
  const { "prebuild-install": _, ...dependencies } = objectIn({ manifest: kept }, "dependencies");
  const manifest = { ...kept, dependencies };
  return inAFolder((into) => {
    const copy = join(into, "package");
    mkdirSync(copy);
    const isNative = existsSync(join(folder, "binding.gyp"));
    cpSync(folder, copy, {
      recursive: true,
      filter: (path) => path === folder || !(isNative ? builds : /\/node_modules$/).test(path),
    });
    rmSync(join(copy, "binding.gyp"), { force: true });
    writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
    const file = join(into, "packed.tgz");
    spawnSync("tar", ["-czf", file, "-C", into, "package"]);
    return { manifest, tarball: readFileSync(file) };
  });
}

/** Where a package finds another, as Node looks for it. */
function folderOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, "node_modules", name);
    if (existsSync(join(folder, "package.json"))) return realpathSync(folder);
    if (dirname(at) === at) return undefined;
  }
}

function objectIn({ manifest }: Pick<Published, "manifest">, key: string): { [name: string]: string } {
  return (manifest[key] as { [name: string]: string } | undefined) ?? {};
}

function manifestIn(folder: string): Published["manifest"] {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function inAFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-packed-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
