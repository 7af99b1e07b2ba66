import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type LoopbackReply, loopbackMessages } from "@holdfast/testkit";
import { startTerminal } from "@holdfast/testkit/terminal";
import { expect, onTestFinished, test } from "vitest";
import { widthOf } from "../../src/show/width-of.ts";
import { timesKept } from "../places.ts";
import { aPerson, bareEnvironment, lessons, main, type Person } from "../run-command.ts";

const long = { timeout: 60_000 };
const patient = { within: 20_000 };

test("it opens, finds while one types, resizes, and gives the terminal back", long, async () => {
  const person = aPerson();
  await person.run(["save", "-"], {
    stdin: lessons(
      "Never use floating point for money",
      "Run the \u001b[31mmigrations first",
      "\u8acb\u6c42\u66f8\u306f \u{1f468}\u200d\u{1f469}\u200d\u{1f467} ok",
    ),
  });
  const dashboard = open(person);
  await dashboard.shows(/Records +3 current/, patient);
  dashboard.press("2");
  await dashboard.shows("1-3 of 3");
  await dashboard.shows("Run the \u241b[31mmigrations first");
  dashboard.type("\u001b[200~aaq\r\u001b[201~"); // as a terminal pastes that was asked to tell
  await dashboard.shows("what is pasted is text, and no text is typed here");
  await dashboard.shows("1-3 of 3");
  dashboard.type("\u001b]11;rgb:2a2a/fafa/aaaa\u0007/money"); // the terminal answers an editor that is gone
  await dashboard.shows("1-1 of 1");
  await dashboard.shows("Search: money");
  await dashboard.hides("migrations");
  dashboard.press("Escape");
  await dashboard.shows("Enter open");
  dashboard.press("Escape");
  await dashboard.shows("1-3 of 3");

  dashboard.resize(120, 40);
  await dashboard.shows("4 Dead letters");
  const drawn = dashboard.screen().split("\n");
  const bars = drawn.flatMap((line) =>
    line.includes(" \u2502") ? [widthOf(line.slice(0, line.indexOf("\u2502")))] : [],
  );
  expect(bars.length).toBeGreaterThan(20);
  expect(new Set(bars).size).toBe(1);
  dashboard.resize(60, 15);
  await dashboard.shows(/^\/ search/m);
  await dashboard.hides("4 Dead letters");
  expect(dashboard.screen().split("\n").length).toBeLessThanOrEqual(15);
  dashboard.resize(80, 24);
  await dashboard.shows("q quit");

  expect(dashboard.tells("#{alternate_on} #{cursor_flag}")).toBe("1 0");
  dashboard.press("q");
  await gaveBack(dashboard, 0);
  expect(dashboard.screen()).not.toContain("Memory");
});

test("a dead letter tells why, and one key recovers it", long, async () => {
  const { person, server, env } = await withModel(() => ({
    kind: "tool",
    input: { actions: [supersede("C1", "M9")] },
  }));
  await person.run(["reconcile"], { env: { ...env, PERSISTENT_MEMORY_RECONCILIATION_MAX_ATTEMPTS: "1" } });
  const dashboard = open(person);
  await dashboard.shows("! One candidate could not be saved: 4 tells why and recovers.", patient);
  dashboard.press("Enter");
  await dashboard.shows("it named a record that it was not shown");
  dashboard.press("Enter");
  await dashboard.shows('"target_id": "M9"');
  dashboard.press("r");
  await dashboard.shows("1 staged again.");
  await dashboard.shows("No dead letters.");
  dashboard.press("3");
  await dashboard.shows("listens on port 5434");
  dashboard.press("C-c");
  await gaveBack(dashboard, 0);
  expect((await person.json(["deadletter"])).value).toEqual([]);
  await server.close();
});

test(
  "a run is seen live; Esc stops it before the next commit and says what was kept; the other screens stay usable",
  long,
  async () => {
    const { person, env } = await withModel((nth) =>
      nth === 0 ? { kind: "tool", input: { actions: [supersede("C1", "M1")] } } : { kind: "hang" },
    );
    await person.run(["stage", "-", "--session", "later still"], {
      stdin: lessons("The staging cache listens on port 6381 now"),
    });
    const dashboard = open(person, { env: { ...env, PERSISTENT_MEMORY_RECONCILIATION_CHUNK_SIZE: "1" } });
    await dashboard.shows("2 candidates wait", patient);
    dashboard.press("r");
    await dashboard.shows(/\u2588+\u2591+ {2}1 of 2/, patient);
    await dashboard.shows("chunk 2 of 2: 1 candidate");
    await dashboard.shows(/> {2}lesson +The staging database/);
    expect(dashboard.screen()).toMatch(
      /anthropic\/claude-sonnet-5-5, 1 model call, [\d,]+ tokens, cost unknown/,
    );
    expect(dashboard.screen()).toMatch(/left of 240 s/);
    dashboard.press("2");
    dashboard.type("/5434");
    await dashboard.shows("1-1 of 1");
    dashboard.press("Enter", "1");
    await dashboard.shows("this dashboard, reconciling");
    dashboard.press("6", "Escape");
    await dashboard.shows("Kept: 1 of 2 are settled; 1 stay staged.");
    await dashboard.shows("Stopped (by you)");
    dashboard.press("q");
    await gaveBack(dashboard, 0);
    expect((await person.json(["staging"])).value).toHaveLength(1);
    expect([...timesKept(person.dir).values()]).toEqual([1, 1, 1, 1]);
  },
);

test("Ctrl-C while a run goes on stops it in order, then quits", long, async () => {
  const { person, env } = await withModel(() => ({ kind: "hang" }));
  const dashboard = open(person, { env });
  await dashboard.shows("One candidate waits", patient);
  dashboard.press("r");
  await dashboard.shows("chunk 1 of 1", patient);
  dashboard.press("C-c");
  await gaveBack(dashboard, 0);
  const [run] = (await person.json(["runs"])).value;
  expect(run).toMatchObject({ status: "stopped", stop_reason: "aborted" });
  expect((await person.json(["staging"])).value).toHaveLength(1);
});

test("what another process does is there within a second or so", long, async () => {
  const person = aPerson();
  await person.run(["remember", "British spelling"]);
  const dashboard = open(person);
  await dashboard.shows(/Records +1 current/, patient);
  await person.run(["stage", "-"], { stdin: lessons("Seed the database first") });
  await dashboard.shows(/Staged +1 waits/, { within: 2_500 });
  await person.run(["reconcile"]);
  await dashboard.shows(/Records +2 current/, { within: 2_500 });
  await dashboard.shows(/Staged +nothing waits/, { within: 2_500 });
});

test("the first look at a project creates nothing, and says what to try", long, async () => {
  const person = aPerson();
  const dashboard = open(person);
  await dashboard.shows("Holdfast keeps what your coding agents learn", patient);
  await dashboard.shows("[1 Overview]");
  for (const key of ["2", "3", "4", "5", "6", "7"]) {
    dashboard.press(key);
    await pause(150);
  }
  dashboard.press("q");
  await gaveBack(dashboard, 0);
  expect(existsSync(person.dir)).toBe(false);
  expect(readdirSync(person.home).filter((name) => !name.startsWith("tmux-"))).toEqual(["shop"]);
});

test("the editor gets the terminal, and what it changed is there when it is back", long, async () => {
  const person = aPerson();
  await person.run(["remember", "British spelling"]);
  const editor = join(person.home, "editor");
  writeFileSync(
    editor,
    '#!/bin/sh\necho "editing $1"\nread answer\nsed -i "s/British spelling/$answer/" "$1"\n',
  );
  chmodSync(editor, 0o755);
  const dashboard = open(person, { env: { EDITOR: editor } });
  await dashboard.shows(/Records +1 current/, patient);
  dashboard.press("2");
  await dashboard.shows("British spelling");
  dashboard.press("e");
  await dashboard.shows("editing ");
  expect(dashboard.tells("#{alternate_on} #{cursor_flag}")).toBe("0 1");
  dashboard.type("Irish spelling");
  dashboard.press("Enter");
  await dashboard.shows("Irish spelling", patient);
  await dashboard.shows("Back from");
  dashboard.press("a");
  await dashboard.shows("Archived: Irish spelling");
  dashboard.press("q");
  await gaveBack(dashboard, 0);
});

test("an editor that is not there is told, and the dashboard goes on", long, async () => {
  const person = aPerson();
  await person.run(["remember", "British spelling"]);
  const dashboard = open(person, { env: { EDITOR: "/nowhere/editor" } });
  await dashboard.shows(/Records +1 current/, patient);
  dashboard.press("2");
  await dashboard.shows("British spelling");
  dashboard.press("e");
  await dashboard.shows("The editor /nowhere/editor could not be started.");
  dashboard.press("1");
  await dashboard.shows("[1 Overview]");
});

test(
  "Ctrl-Z and a stop from elsewhere give the terminal to the shell; back from there it goes on",
  long,
  async () => {
    const stopped = 'echo "stopped once"; read line; fg';
    const dashboard = open(aPerson(), {
      script: (command) => `set -m; ${command}; ${stopped}; ${stopped}; echo "ended $?"; exec sleep 1000`,
    });
    await dashboard.shows("Holdfast keeps", patient);
    await pause(500);
    const stops = [
      () => dashboard.press("C-z"),
      () => spawnSync("pkill", ["-TSTP", "-P", dashboard.tells("#{pane_pid}")]),
    ];
    for (const stop of stops) {
      stop();
      await dashboard.shows("stopped once");
      expect(dashboard.tells("#{alternate_on} #{cursor_flag}")).toBe("0 1");
      dashboard.type("echoed");
      await dashboard.shows("echoed");
      dashboard.press("Enter");
      await dashboard.shows("[1 Overview]");
      dashboard.press("2");
      await dashboard.shows("[2 Memory]");
      dashboard.press("1");
      await dashboard.shows("[1 Overview]");
    }
    dashboard.press("q");
    await gaveBack(dashboard, 0);
  },
);

test.each([
  ["TERM", 143],
  ["HUP", 129],
  ["QUIT", 131],
  ["INT", 130],
] as const)("SIG%s gives the terminal back", long, async (signal, code) => {
  const dashboard = open(aPerson());
  await dashboard.shows("Holdfast keeps", patient);
  await pause(500);
  spawnSync("pkill", [`-${signal}`, "-P", dashboard.tells("#{pane_pid}")]);
  await gaveBack(dashboard, code);
});

test("a crash gives the terminal back, and is told in one line", long, async () => {
  const crash = "data:text/javascript,setTimeout(()=>{throw new Error(/the bottom fell out/.source)},4000)";
  const dashboard = open(aPerson(), { env: { NODE_OPTIONS: `--import="${crash}"` } });
  await dashboard.shows("Holdfast keeps", patient);
  await gaveBack(dashboard, 1);
  const told = dashboard.screen().replaceAll("\n", "");
  expect(told).toContain("The dashboard broke down: the bottom fell out.");
  expect(told).not.toMatch(/ at .*:\d+:\d+/);
});

test(
  "colours are of the sixteen; NO_COLOR turns them off, and what is chosen is still seen",
  long,
  async () => {
    const person = aPerson();
    await person.run(["save", "-"], { stdin: lessons("Never use floating point for money") });
    const coloured = open(person);
    await coloured.shows(/Records +1 current/, patient);
    expect(coloured.colours()).toMatch(/\u001b\[[\d;]*m/);
    expect(coloured.colours()).not.toMatch(/\u001b\[[\d;]*[34]8[;:]/);
    coloured.press("q");
    const plain = open(person, { env: { NO_COLOR: "1" } });
    await plain.shows(/Records +1 current/, patient);
    plain.press("2");
    await plain.shows("\u203a  lesson");
    expect(plain.colours()).not.toMatch(/\u001b\[[\d;]*m/);
    expect(plain.screen()).toContain("[2 Memory]");
  },
);

test("without a terminal, on a dumb one and with --json it prints the status", long, async () => {
  const person = aPerson();
  await person.run(["remember", "British spelling"]);
  expect((await person.run([])).stdout).toMatch(/^records +1$/m);
  expect((await person.json([])).value).toMatchObject({ records: 1 });
  const dumb = open(person, { env: { TERM: "dumb" } });
  await gaveBack(dumb, 0);
  expect(dumb.screen()).toMatch(/^records +1$/m);
});

/** The dashboard on a terminal of 80 x 24, of a person who has nothing set but `env`. */
function open(
  person: Person,
  {
    env = {},
    script = (command) => `${command}; echo "ended $?"; exec sleep 1000`,
  }: { env?: { [name: string]: string }; script?: (command: string) => string } = {},
) {
  const settings = Object.entries(env)
    .map(([name, value]) => `${name}='${value}'`)
    .join(" ");
  const terminal = startTerminal({
    home: person.home,
    cwd: person.project,
    command: ["sh", "-c", script(`${settings} '${process.execPath}' '${main}'`)],
    env: bareEnvironment(person.home),
    columns: 80,
    rows: 24,
  });
  onTestFinished(() => terminal.kill());
  return terminal;
}

/** It ended with this code, and the terminal is as it was: the screen from before, the cursor, and what is typed is seen. */
async function gaveBack(dashboard: ReturnType<typeof open>, code: number) {
  await dashboard.shows(`ended ${code}`, patient);
  expect(dashboard.tells("#{alternate_on} #{cursor_flag}")).toBe("0 1");
  dashboard.type("echoed");
  await dashboard.shows("echoed");
}

/** A person who knows two things, hears one of them again differently, and has a model that answers as it is told. */
async function withModel(reply: (nth: number) => LoopbackReply) {
  const server = await loopbackMessages((_, nth) => reply(nth));
  onTestFinished(() => server.close());
  const person = aPerson();
  await person.run(["save", "-"], {
    stdin: lessons("The staging database listens on port 5433", "The staging cache listens on port 6380"),
  });
  await person.run(["stage", "-", "--session", "later"], {
    stdin: lessons("The staging database listens on port 5434 now"),
  });
  return { person, server, env: { ANTHROPIC_API_KEY: "sk-ant-loopback", ANTHROPIC_BASE_URL: server.url } };
}

function supersede(ref: string, target_id: string) {
  return { ref, reason: "the port changed", action: "supersede", target_id };
}
