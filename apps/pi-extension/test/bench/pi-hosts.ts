import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A real Pi and the Node that runs it. */
export interface PiHost {
  /** As in a test's title: `Pi 1.6.0 on Node 24`. */
  readonly name: string;
  /** The path of a Node. */
  readonly node: string;
  /** The path of Pi's command line, a script for that Node. */
  readonly cli: string;
  /** The folder whose `node_modules` has Pi's packages. */
  readonly root: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const latest = join(here, "latest");

/** The oldest Pi we support, on the Node that runs the tests, and the newest, on a Node that it accepts. */
export const piHosts: readonly PiHost[] = [
  aHost(join(here, "../.."), process.execPath, major(process.version)),
  aHost(latest, ...newerNode()),
];

function aHost(installedIn: string, node: string, nodeMajor: number): PiHost {
  const root = realpathSync(join(installedIn, "node_modules/@earendil-works/pi-coding-agent"));
  const { version, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return { name: `Pi ${version} on Node ${nodeMajor}`, node, cli: join(root, bin.pi), root: installedIn };
}

/** The Node from the registry; on a machine that it has none for, ours, if it is new enough. */
function newerNode(): [path: string, major: number] {
  for (const name of ["node", "node-bin"].map((kind) => `${kind}-${process.platform}-${process.arch}`)) {
    const root = join(latest, "node_modules", name);
    if (!existsSync(root)) continue;
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return [join(realpathSync(root), "bin/node"), major(version)];
  }
  if (major(process.version) >= 24) return [process.execPath, major(process.version)];
  throw new Error(
    `No Node 24 for ${process.platform} ${process.arch} is installed: run these tests on Node 24 or newer.`,
  );
}

function major(version: string): number {
  return Number.parseInt(version.replace("v", ""), 10);
}

/** A PATH on which `node` is the Node that runs Pi. */
export function pathOf({ node }: PiHost): string {
  return [dirname(node), process.env.PATH ?? ""].join(delimiter);
}
