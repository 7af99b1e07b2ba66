import { mkdtemp, readdir, realpath, rm, stat, symlink, truncate } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { type Disk, isHoldfastError } from "@holdfast/schema";
import { diskBattery, dyingDisk, memoryDisk } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { realDisk } from "../src/disk/real-disk.ts";

async function openReal() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "holdfast disk ")));
  return { disk: realDisk(), root, close: () => rm(root, { recursive: true }) };
}

diskBattery("The real disk", openReal, symlink);
diskBattery(
  "A dying disk that lives, on the real one",
  async () => {
    const opened = await openReal();
    return { ...opened, disk: dyingDisk(opened.disk) };
  },
  symlink,
);

test.skipIf(process.platform !== "linux")(
  "a survey that is left, or that fails, leaves no folder open",
  async () => {
    const { disk, root, close } = await openReal();
    const open = async () => (await readdir("/proc/self/fd")).length;
    for (let nth = 0; nth < 30; nth++) await disk.create(join(root, `${nth}`), new Uint8Array());
    const before = await open();
    for (let times = 0; times < 40; times++) {
      for await (const some of disk.survey(root)) if (some.length > 0) break;
      for await (const _ of disk.survey(join(root, "none"))) expect.unreachable();
    }
    expect(await open()).toBeLessThanOrEqual(before + 2);
    await close();
  },
);

test.skipIf(process.platform === "win32")(
  "files are 0600 and folders 0700, whatever the umask",
  { tags: ["kept-private"] },
  async () => {
    const { disk, root, close } = await openReal();
    const umask = process.umask(0);
    try {
      await disk.makeFolder(join(root, "a", "b"));
      await disk.create(join(root, "created"), new Uint8Array());
      await disk.append(join(root, "appended"), new Uint8Array());
      const modes = ["a", "a/b", "created", "appended"].map(
        async (path) => (await stat(join(root, path))).mode,
      );
      expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o600, 0o600]);
    } finally {
      process.umask(umask);
      await close();
    }
  },
);

// Windows has no holes in a file: it would be written.
test.skipIf(process.platform === "win32" || freemem() < 6e9)(
  "a file of more than 2 GiB is read in pieces, to its end",
  async () => {
    const { disk, root, close } = await openReal();
    try {
      const path = join(root, "large");
      const size = 2 ** 31 + 5;
      await disk.create(path, new Uint8Array());
      await truncate(path, size);
      await disk.append(path, new TextEncoder().encode("end"));
      for (const read of [() => disk.read(path), () => disk.readFrom(path, 0, size + 3)]) {
        const bytes = (await read())!;
        expect(bytes.length).toBe(size + 3);
        expect(new TextDecoder().decode(bytes.subarray(size))).toBe("end");
      }
    } finally {
      await close();
    }
  },
);

/** Few names, so that steps meet: files, folders, and places inside of both. */
const path = fc.constantFrom(
  "a",
  "b",
  "c",
  "dir",
  "dir/a",
  "dir/b",
  "dir/sub",
  "dir/sub/a",
  "none/a",
  "a/below",
);
const bytes = fc.uint8Array({ maxLength: 20 });
type Step = readonly [name: string, act: (disk: Disk, at: (path: string) => string) => Promise<unknown>];

const step: fc.Arbitrary<Step> = fc.oneof(
  path.map((p): Step => [`read ${p}`, (disk, at) => disk.read(at(p))]),
  fc
    .tuple(path, fc.nat(25))
    .map(([p, n]): Step => [`readFrom ${p} ${n}`, (disk, at) => disk.readFrom(at(p), n)]),
  path.map((p): Step => [`list ${p}`, (disk, at) => disk.list(at(p))]),
  path.map((p): Step => [`stat ${p}`, async (disk, at) => shapeOf(await disk.stat(at(p)))]),
  fc.tuple(path, bytes).map(([p, b]): Step => [`create ${p}`, (disk, at) => disk.create(at(p), b)]),
  fc.tuple(path, bytes).map(([p, b]): Step => [`append ${p}`, (disk, at) => disk.append(at(p), b)]),
  path.map((p): Step => [`sync ${p}`, (disk, at) => syncFile(disk, at(p))]),
  path.map((p): Step => [`syncFolder ${p}`, (disk, at) => disk.syncFolder(at(p))]),
  fc.tuple(path, path).map(([p, q]): Step => [`link ${p} ${q}`, (disk, at) => disk.link(at(p), at(q))]),
  fc.tuple(path, path).map(([p, q]): Step => [`rename ${p} ${q}`, (disk, at) => disk.rename(at(p), at(q))]),
  path.map((p): Step => [`unlink ${p}`, (disk, at) => disk.unlink(at(p))]),
  path.map((p): Step => [`makeFolder ${p}`, (disk, at) => disk.makeFolder(at(p))]),
);

describe("the memory disk of the test kit", () => {
  test("answers any steps as the real disk does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
        const real = await openReal();
        const memory = memoryDisk();
        await memory.makeFolder("/root");
        try {
          for (const [name, act] of steps) {
            const expected = await answerOf(() => act(real.disk, (p) => join(real.root, p)));
            const answer = await answerOf(() => act(memory, (p) => join("/root", p)));
            expect([name, answer]).toEqual([name, expected]);
          }
        } finally {
          await real.close();
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** A folder has `syncFolder`: what `sync` does to one differs from system to system. */
async function syncFile(disk: Disk, path: string): Promise<void> {
  if ((await disk.stat(path))?.kind !== "folder") await disk.sync(path);
}

/** What both disks must agree on: not times or numbers, and no size of a folder. */
function shapeOf(stat: Awaited<ReturnType<Disk["stat"]>>): object | undefined {
  return stat && { kind: stat.kind, size: stat.kind === "file" ? stat.size : 0 };
}

async function answerOf(act: () => Promise<unknown>): Promise<unknown> {
  try {
    const answer = await act();
    return answer instanceof Uint8Array ? [...answer] : answer;
  } catch (error) {
    if (!isHoldfastError(error)) throw error;
    return "a failure";
  }
}
