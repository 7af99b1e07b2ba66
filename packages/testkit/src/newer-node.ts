import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** A Node by its path, and its major version. */
export interface NewerNode {
  readonly path: string;
  readonly major: number;
}

/** The Node 24 among the packages of `folder`; on a machine that the registry has none for, ours, if it is new enough. */
export function newerNode(folder: string): NewerNode {
  for (const name of ["node", "node-bin"].map((kind) => `${kind}-${process.platform}-${process.arch}`)) {
    const root = join(folder, "node_modules", name);
    if (!existsSync(root)) continue;
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { path: join(realpathSync(root), "bin/node"), major: majorOf(version) };
  }
  if (majorOf(process.version) >= 24) return { path: process.execPath, major: majorOf(process.version) };
  throw new TypeError(
    `No Node 24 for ${process.platform} ${process.arch} is installed: run these tests on Node 24 or newer.`,
  );
}

/** 24, of `v24.21.0` as of `24.21.0`. */
export function majorOf(version: string): number {
  return Number.parseInt(version.replace("v", ""), 10);
}
