import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { aPerson, bareEnvironment, lessons, main, type Person, startProcess } from "./run-command.ts";

/** The `script` of util-linux gives a command a terminal. */
const hasScript =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
const colour = /\u001b\[\d+m/;
const onTerminal = test.skipIf(!hasScript);

onTerminal(
  "without a file, stage and save are a usage error, not a wait for something to be typed",
  async () => {
    const person = aPerson();
    for (const command of ["stage", "save"]) {
      const { code, screen } = await typed(person, `${command}`);
      expect(code).toBe(2);
      expect(screen).toContain("stdin is a terminal");
    }
  },
);

onTerminal(
  "a run and every list fit into 80 columns, in colours; NO_COLOR turns them off",
  async () => {
    const person = aPerson();
    const long = `Sort the imports ${"of every file in the shop ".repeat(6)}by name`;
    await person.run(["stage", "-", "--session", "a".repeat(300)], {
      stdin: lessons(long, "Water the plants", `${long}s`),
    });
    const screens = [
      await typed(person, "staging"),
      await typed(person, "reconcile"),
      await typed(person, "list"),
    ];
    const [row] = (await person.json(["list"])).value;
    screens.push(
      await typed(person, `show ${row!.id}`),
      await typed(person, `show ${row!.sources[0]!.candidate_id}`),
    );
    screens.push(
      await typed(person, "runs"),
      await typed(person, "status"),
      await typed(person, "recall imports"),
    );
    for (const { code, screen } of screens) {
      expect(code).toBe(0);
      const shown = linesShown(screen).filter((line) => / \S+ /.test(line.trim())); // a long word is not broken
      for (const line of shown) expect(line.length, line).toBeLessThanOrEqual(80);
    }
    expect(screens[1]!.screen).toMatch(colour);
    expect(screens[2]!.screen).toContain(row!.id.slice(0, 12));
    expect(linesShown(screens[2]!.screen).join(" ").replaceAll(/\s+/g, " ")).toContain(long);
    const plain = await typed(person, "list", { NO_COLOR: "1" });
    expect(plain.screen).not.toMatch(colour);
    expect(plain.screen).toContain("Water the plants");
  },
  30_000,
);

/** Runs the command on a terminal of 80 columns. */
async function typed(person: Person, command: string, env: { [name: string]: string } = {}) {
  const line = `stty cols 80; exec '${process.execPath}' '${main}' ${command}`;
  const { ended } = startProcess("script", ["-qefc", line, "/dev/null"], {
    cwd: person.project,
    env: { ...bareEnvironment(person.home), TERM: "xterm", SHELL: "/bin/sh", ...env },
    stdin: "",
  });
  const { code, stdout } = await ended;
  return { code, screen: stdout };
}

/** What is left on the screen: colours don't count, and what was drawn over is gone. */
function linesShown(screen: string): string[] {
  return screen
    .split(/\r?\n/)
    .map((line) =>
      (line.split("\u001b[2K").at(-1) ?? "").replaceAll(/\u001b\[[\d;]*m/g, "").replaceAll("\r", ""),
    );
}
