import { startTerminal, type Terminal } from "@holdfast/testkit/terminal";
import type { PiHome } from "./a-pi-home.ts";
import { type PiHost, pathOf } from "./pi-hosts.ts";
import { argumentsOf } from "./start-pi.ts";

/** Pi on a terminal. What Pi offers to complete while a test types opens, and then takes the next Enter; to a paste it offers nothing. */
export type PiTui = Terminal;

/** Starts Pi on a terminal of its own and waits until its editor is there. */
export async function startTui(
  host: PiHost,
  home: PiHome,
  args: readonly string[] = [],
  { columns = 100, rows = 36, within = 60_000 } = {},
): Promise<PiTui> {
  const terminal = startTerminal({
    home: home.home,
    cwd: home.project,
    command: [host.node, ...argumentsOf(host, home, args)],
    env: { ...home.env, PATH: pathOf(host), TERM: "xterm-256color" },
    columns,
    rows,
  });
  await terminal.shows(/^─{9,}/m, { within });
  return terminal;
}
