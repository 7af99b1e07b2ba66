import { readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { majorOf, type NewerNode, newerNode } from "@holdfast/testkit";

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
  aHost(join(here, "../.."), { path: process.execPath, major: majorOf(process.version) }),
  aHost(latest, newerNode(latest)),
];

function aHost(installedIn: string, node: NewerNode): PiHost {
  const root = realpathSync(join(installedIn, "node_modules/@earendil-works/pi-coding-agent"));
  const { version, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const cli = join(root, bin.pi);
  return { name: `Pi ${version} on Node ${node.major}`, node: node.path, cli, root: installedIn };
}

/** A PATH on which `node` is the Node that runs Pi. */
export function pathOf({ node }: PiHost): string {
  return [dirname(node), process.env.PATH ?? ""].join(delimiter);
}
