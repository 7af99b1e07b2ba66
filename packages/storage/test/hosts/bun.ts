import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { beside } from "../start-child.ts";

/** The path of the Bun that is installed here, as a package for this machine. */
export function bun(): string {
  const arch = process.arch === "arm64" ? "aarch64" : process.arch;
  const system = process.platform === "win32" ? "windows" : process.platform;
  const packages = join(beside("hosts"), "node_modules/@oven");
  const binary = process.platform === "win32" ? "bin/bun.exe" : "bin/bun";
  const found = [`bun-${system}-${arch}`, `bun-${system}-${arch}-musl`]
    .map((name) => join(packages, name, binary))
    .find((path) => existsSync(path));
  if (found === undefined)
    throw new TypeError(`No Bun for ${process.platform} ${process.arch} is installed.`);
  return realpathSync(found);
}
