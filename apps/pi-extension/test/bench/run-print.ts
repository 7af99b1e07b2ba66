import { killGroup } from "@holdfast/testkit/terminal";
import type { PiHome } from "./a-pi-home.ts";
import type { PiHost } from "./pi-hosts.ts";
import { type PiEnded, startPi } from "./start-pi.ts";

/** Runs `pi -p` with these arguments to its end. Rejects, with what it said, if that takes longer than `within` milliseconds. */
export async function runPrint(
  host: PiHost,
  home: PiHome,
  args: readonly string[],
  { within = 60_000 } = {},
): Promise<PiEnded> {
  const { child, ended } = startPi(host, home, ["-p", ...args]);
  child.stdin.end();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    killGroup(child);
  }, within);
  const { code, stdout, stderr } = await ended.finally(() => clearTimeout(timer));
  if (late) throw new Error(`${host.name} did not end within ${within} ms.\n${stdout}\n${stderr}`);
  return { code, stdout, stderr };
}
