import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { distinctTexts } from "@holdfast/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { timesKept } from "./places.ts";
import { aPerson, lessons, main, type Person } from "./run-command.ts";

// The real command on file systems that fail: a full one, a read-only one, one of somebody else.

const canMount = process.platform === "linux" && process.geteuid?.() === 0 && tryMount();

/** Nobody, as far as it can read this project. */
const stranger = 65_534;
const strangerRuns =
  process.geteuid?.() === 0 &&
  spawnSync(process.execPath, [main, "--version"], { uid: stranger, gid: stranger, env: {}, cwd: "/" })
    .status === 0;

const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync("umount", ["-l", folder]);
});

describe.skipIf(!canMount)("where file systems can be mounted (root on Linux)", () => {
  const changes: readonly (readonly [string, (ids: Known) => readonly string[], string])[] = [
    ["stage", () => ["stage", "-"], lessons(...distinctTexts(30).slice(20))],
    ["save", () => ["save", "-"], lessons(...distinctTexts(30).slice(20))],
    ["remember", () => ["remember", "Water the plants"], ""],
    ["reconcile", () => ["reconcile"], ""],
    ["recover", ({ dropped }) => ["recover", dropped], ""],
    ["undo", ({ record }) => ["undo", record], ""],
    ["archive", ({ record }) => ["archive", record], ""],
    ["drop", ({ staged }) => ["drop", staged], ""],
    ["forget", ({ record }) => ["forget", record], ""],
  ];

  test.each(changes)(
    "a disk that fills up during %s loses nothing, says so, and goes on when there is room",
    {
      timeout: 120_000,
      tags: ["failing-disk", "conservation", "settled-once"],
    },
    async (_, argsOf, stdin) => {
      const person = aPerson();
      const dir = mount(person, "size=1m");
      const known = await aStore(person, dir);
      const kept = join(person.home, "kept");
      cpSync(dir, kept, { recursive: true });
      const acknowledged = [...timesKept(dir).keys()];
      let failed = 0;

      for (const pages of [0, 1, 4]) {
        restore(kept, dir);
        const filler = fill(dir, pages);
        const args = argsOf(known);
        const { code, value } = await person.json(["--dir", dir, ...args], { stdin });
        const said = JSON.stringify(value);
        if (value.error !== undefined) {
          failed++;
          expect(code, said).toBe(1);
          expect(value.error.code, said).toBe("disk_full");
          expect(value.error.message).toContain(dir);
          expect(value.error.hint).toContain("Nothing that was acknowledged is lost.");
        } else expect([0, 1], said).toContain(code);
        const now = timesKept(dir);
        const erased = args[0] === "forget" ? new Set(known.of) : new Set();
        expect(
          acknowledged.filter((id) => !now.has(id) && !erased.has(id)),
          `${pages} pages`,
        ).toEqual([]);

        rmSync(filler);
        const again = await person.json(["--dir", dir, ...argsOf(known)], { stdin });
        expect(again.value.error?.code ?? "fine", JSON.stringify(again.value)).toMatch(/^(fine|not_found)$/);
        expect((await person.json(["--dir", dir, "reconcile"])).code).toBe(0);
        const times = timesKept(dir);
        // What was dropped and taken back has its line in the ledger still.
        const twice = [...times].filter(
          ([id, count]) => count !== (id === known.dropped ? times.get(id) : 1),
        );
        expect(twice, `${pages} pages`).toEqual([]);
        expect(acknowledged.filter((id) => !times.has(id) && !erased.has(id))).toEqual([]);
        await person.json(["--dir", dir, "doctor", "--fix"]);
        expect((await person.run(["--dir", dir, "doctor"])).code).toBe(0);
      }
      expect(failed).toBeGreaterThan(0);
    },
  );

  test("a read-only mount is read as before, and what would change it says why not and changes nothing", {
    timeout: 120_000,
    tags: ["failing-disk"],
  }, async () => {
    const person = aPerson();
    const dir = mount(person, "size=4m");
    const known = await aStore(person, dir);
    const at = (...args: string[]) => person.json(["--dir", dir, ...args]);
    const reading = [
      ["list"],
      ["recall", "dust"],
      ["show", known.record],
      ["staging"],
      ["deadletter"],
      ["runs"],
      ["context"],
      ["doctor"],
    ];
    const before = await Promise.all(reading.map((args) => at(...args)));
    expect(spawnSync("mount", ["-o", "remount,ro", dirname(dir)]).status).toBe(0);
    const files = filesIn(dir);

    for (const [nth, args] of reading.entries()) {
      const { code, value } = await at(...args);
      expect({ args, code, value }).toEqual({ args, code: before[nth]!.code, value: before[nth]!.value });
    }
    expect((await at("status")).value).toMatchObject({
      records: (before[0]!.value as unknown as unknown[]).length,
    });
    for (const [, argsOf, stdin] of changes) {
      const { code, value } = await person.json(["--dir", dir, ...argsOf(known)], { stdin });
      expect({ code, error: value.error?.code }, JSON.stringify(value)).toEqual({
        code: 1,
        error: "store_read_only",
      });
      expect(value.error!.hint).toMatch(/writable/);
    }
    expect(filesIn(dir)).toEqual(files);
  });
});

test.skipIf(!strangerRuns)(
  "a folder of somebody else is left alone, and who may not read it is told what to do",
  {
    timeout: 60_000,
    tags: ["failing-disk"],
  },
  async () => {
    const person = aPerson();
    const dir = join(person.home, "theirs");
    await aStore(person, dir);
    const files = filesIn(dir);
    const home = join(person.home, "stranger");
    mkdirSync(join(home, "shop"), { recursive: true });
    spawnSync("chown", ["-R", `${stranger}:${stranger}`, home]);
    chmodSync(person.home, 0o755);
    for (const args of [["save", "-"], ["list"], ["status"], ["reconcile"], ["doctor", "--fix"]]) {
      const { code, stdout, stderr } = await person.start(["--dir", dir, ...args, "--json"], {
        stdin: lessons("Water the plants"),
        cwd: join(home, "shop"),
        env: { HOME: home, TMPDIR: home },
        uid: stranger,
      }).ended;
      expect(stderr).not.toMatch(/\n\s+at /);
      const { error, findings } = JSON.parse(stdout);
      const said = JSON.stringify(error ?? findings);
      expect(code, `${args}: ${stdout}`).toBe(1);
      expect(said, String(args)).toMatch(/permission denied/);
    }
    expect(filesIn(dir)).toEqual(files);
  },
);

test.skipIf(!strangerRuns)(
  "a file that may not be read costs only itself, and doctor names it",
  {
    timeout: 60_000,
    tags: ["malformed-alone", "doctor-keeps-memory"],
  },
  async () => {
    const person = aPerson();
    const home = join(person.home, "stranger");
    const dir = join(home, "shop", ".holdfast");
    mkdirSync(join(dir, "staging"), { recursive: true, mode: 0o700 });
    chmodSync(person.home, 0o755);
    const closed = join(dir, "staging", "closed.json");
    writeFileSync(closed, stagingOf("cand_00000000000000000001"), { mode: 0o600 });
    spawnSync("chown", ["-R", `${stranger}:${stranger}`, home]);
    spawnSync("chown", ["root:root", closed]);
    const asStranger = async (...args: string[]) => {
      const env = { HOME: home, TMPDIR: home };
      const options = { stdin: lessons("Water the plants"), cwd: join(home, "shop"), env, uid: stranger };
      const { code, stdout } = await person.start([...args, "--json"], options).ended;
      return { code, value: JSON.parse(stdout) };
    };
    expect((await asStranger("save", "-")).value.counts).toMatchObject({ add: 1 });
    const { code, value } = await asStranger("doctor", "--fix");
    expect(code).toBe(1);
    expect(value.findings).toEqual([
      expect.objectContaining({
        code: "staging_unreadable",
        path: closed,
        fix: expect.stringContaining("owner"),
      }),
    ]);
    expect(readFileSync(closed, "utf8")).toBe(stagingOf("cand_00000000000000000001"));
  },
);

test("clocks that differ by an hour, and one that jumps in the middle of a run, lose and double nothing", {
  timeout: 60_000,
  tags: ["moving-clock"],
}, async () => {
  const person = aPerson();
  const clock = aClock(person);
  const texts = distinctTexts(80);
  const acknowledged: string[] = [];
  const stage = async (some: readonly string[], env: { [name: string]: string }) => {
    const { code, value } = await person.json(["stage", "-"], { stdin: lessons(...some), env });
    expect(code).toBe(0);
    acknowledged.push(...value.staged);
  };
  for (const [nth, shift] of [hour, -hour, 0].entries()) {
    await stage(texts.slice(nth * 20, nth * 20 + 20), clock(shift));
    const { code, value } = await person.json(["reconcile"], { env: clock(0, -shift) });
    expect({ code, status: value.status }).toEqual({ code: 0, status: "completed" });
  }
  await stage(texts.slice(60), clock(-hour));
  for (const jump of [hour, -hour])
    expect((await person.run(["reconcile"], { env: clock(0, jump) })).code).toBe(0);

  expect([...timesKept(person.dir)].sort()).toEqual(acknowledged.sort().map((id) => [id, 1]));
  const { value: records } = await person.json(["list"]);
  expect(new Set(records.map(({ id }) => id)).size).toBe(80);
  const { value: runs } = await person.json(["runs"]);
  expect(runs.length).toBeGreaterThan(3);
  expect(runs.filter(({ duration_ms }) => duration_ms < 0 || duration_ms >= hour)).toEqual([]);
  expect((await person.json(["doctor"])).value.findings).toEqual([]);
});

test("a holder that was suspended an hour ahead is named, and killing it frees its place at once", {
  timeout: 60_000,
  tags: ["dead-holder", "moving-clock"],
}, async () => {
  const person = aPerson();
  await person.run(["stage", "-"], { stdin: lessons(...distinctTexts(200)) });
  const { child, ended } = person.start(["reconcile"], { env: aClock(person)(hour) });
  const note = join(person.dir, "canonical-writer.json");
  while (!existsSync(note) || !readFileSync(note, "utf8").endsWith("\n")) await pause(5);
  child.kill("SIGSTOP");
  const busy = await person.json(["reconcile"]);
  expect(busy).toMatchObject({ code: 3, value: { error: { code: "writer_busy" } } });
  expect(busy.value.error!.message).toContain(`(process ${child.pid}) since `);
  child.kill("SIGKILL");
  await ended;
  expect((await person.json(["reconcile"])).value.status).toBe("completed");
  expect([...timesKept(person.dir).values()].filter((count) => count !== 1)).toEqual([]);
});

const hour = 3_600_000;

/** Has the command live at another time, and that time jump a moment after its start. In milliseconds. */
function aClock(person: Person) {
  const file = join(person.home, "clock.mjs");
  writeFileSync(
    file,
    `const { now } = Date;
     const [shift, jump] = [Number(process.env.CLOCK_SHIFT), Number(process.env.CLOCK_JUMP)];
     const start = now();
     const time = () => now() + shift + (now() - start > 120 ? jump : 0);
     globalThis.Date = class extends Date {
       constructor(...given) { given.length === 0 ? super(time()) : super(...given); }
       static now() { return time(); }
     };`,
  );
  return (shift: number, jump = 0) => ({
    NODE_OPTIONS: `--import=${pathToFileURL(file)}`,
    CLOCK_SHIFT: String(shift),
    CLOCK_JUMP: String(jump),
  });
}

interface Known {
  readonly record: string;
  readonly dropped: string;
  readonly staged: string;
  /** The candidates that the record rests on. */
  readonly of: readonly string[];
}

/** A store with records, something that waits, and a dead letter. */
async function aStore(person: Person, dir: string): Promise<Known> {
  const at = (...args: string[]) => ["--dir", dir, ...args];
  const texts = distinctTexts(12);
  const saved = await person.json(at("save", "-"), {
    stdin: lessons("Dust the shelves", ...texts.slice(0, 6)),
  });
  mkdirSync(join(dir, "staging"), { recursive: true });
  writeFileSync(join(dir, "staging", "broken.json"), stagingOf("cand_00000000000000000001"), { mode: 0o600 });
  await person.json(at("reconcile"));
  const { value } = await person.json(at("stage", "-"), { stdin: lessons(...texts.slice(6)) });
  const [dropped, staged] = (value as { staged: string[] }).staged;
  await person.json(at("drop", dropped!));
  const record = (saved.value as { outcomes: { record_id?: string; candidate_id: string }[] }).outcomes[0]!;
  return {
    record: record.record_id!,
    of: [record.candidate_id],
    dropped: dropped!,
    staged: staged!,
  };
}

/** A staging file of which one candidate can't be read: it becomes a dead letter. */
function stagingOf(candidate_id: string): string {
  return JSON.stringify({
    schemaVersion: 1,
    session_id: "s",
    produced_at: "2030-01-01T00:00:00.000Z",
    project_root: "/p",
    source: "agent",
    candidates: {
      lessons: [{ candidate_id, category: "lesson" }],
      preferences: [],
      decisions: [],
      domain: [],
    },
  });
}

function mount(person: Person, options: string): string {
  const disk = join(person.home, "disk");
  mkdirSync(disk);
  expect(spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]).status).toBe(0);
  mounted.push(disk);
  return join(disk, "memory");
}

function tryMount(): boolean {
  return spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
}

/** Takes all room but so many pages, whatever the file system says that there is. The path of what takes it. */
function fill(dir: string, pages: number): string {
  const path = join(dirname(dir), "filler");
  const file = openSync(path, "w");
  let size = 0;
  try {
    for (;;) size += writeSync(file, new Uint8Array(pageSize));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  }
  ftruncateSync(file, Math.max(0, size - pages * pageSize));
  closeSync(file);
  return path;
}

const pageSize = 4096;

/** A store as it was, without its index: of a full disk's room a command gives that up first, and then there is some. */
function restore(from: string, to: string): void {
  rmSync(to, { recursive: true });
  cpSync(from, to, { recursive: true, filter: (path) => !basename(path).startsWith("index.db") });
}

/** What stands in a folder, its index left out. */
function filesIn(dir: string): [string, string][] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("index.db"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, existsSync(path) ? readFileSync(path, "utf8") : ""]);
}
