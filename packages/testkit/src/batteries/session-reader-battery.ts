import { type Agent, type Disk, isHoldfastError, type Transcript, transcriptSchema } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionTurn } from "../a-session.ts";
import { noon } from "../builders.ts";
import { memoryDisk } from "../memory-disk.ts";

/**
 * A session to be rendered. `startedAt` is an instant in UTC; each turn is one second after the one before. A `tool` turn always has an
 * `input`: the renderer writes the call and its answer, in whatever form its agent does, and makes the id that links them.
 */
export interface SampleSession {
  readonly id: string;
  readonly cwd: string;
  readonly startedAt: string;
  readonly turns: readonly SessionTurn[];
}

/** As much of a session reader as the battery needs: the port of `@holdfast/extraction`. */
export interface TestedReader {
  readonly agent: Agent;
  recognises(beginning: Uint8Array): boolean;
  read(bytes: Uint8Array, origin: string): Transcript;
  find(search: {
    readonly disk: Disk;
    readonly home: string;
    readonly roots: readonly string[];
    readonly belongs?: (cwd: string) => Promise<boolean>;
    readonly most: number;
  }): Promise<
    { readonly agent: Agent; readonly path: string; readonly mtimeMs: number; readonly size: number }[]
  >;
}

/** A reader to be tested, and how its agent writes. */
export interface OpenReader {
  readonly reader: TestedReader;
  /**
   * The whole text of a session file as the agent writes it. The same turns give the same text, and a session with more
   * turns begins with the same turns. Turns are made with `JSON.stringify`, so that a word of a turn stands in the text as it is.
   */
  render(session: SampleSession): string;
  /** False when the file is one JSON value instead of one a line: promises about lines are then not tested. */
  readonly lines?: boolean;
  /** Lines of kinds that the reader can't know, to be put before the last line. One of a made-up type when left out. */
  readonly unknownLines?: readonly string[];
  /** What the format has no place for, and so is not tested. */
  readonly without?: readonly ("id" | "cwd" | "times" | "tools" | "failures")[];
  /** Where the agent keeps a session started in `cwd` (an absolute path). Without it `find` is not tested. */
  pathOf?(home: string, cwd: string, name: string): string;
}

/** Registers a test for every promise of the session reader port. */
export function sessionReaderBattery(name: string, open: () => OpenReader): void {
  const { reader, render, lines = true, without = [], pathOf, ...opened } = open();
  const sample = (turns: readonly SessionTurn[], over: Partial<SampleSession> = {}): string =>
    render({ id: "session-1", cwd: "/w/shop", startedAt: noon, turns, ...over });
  const read = (text: string | Uint8Array) =>
    reader.read(typeof text === "string" ? bytesOf(text) : text, "/home/ada/a-session");
  const readTurns = (turns: readonly SessionTurn[]) => read(sample(turns));

  describe(`${name} keeps the promises of a session reader`, () => {
    describe("what was said", () => {
      test("every turn is read in order, with who said it and when", () => {
        const transcript = readTurns(talk);
        expect(transcriptSchema.parse(transcript)).toEqual(transcript);
        expect(saidIn(transcript)).toEqual(talk.map(({ role, text }) => ({ role, text })));
        expect(transcript).toMatchObject({
          agent: reader.agent,
          origin: "/home/ada/a-session",
          warnings: [],
        });
        if (!without.includes("times")) {
          const times = transcript.turns.map(({ at }) => at ?? "");
          expect(times).toEqual([...times].sort());
          expect(times[0]).not.toBe("");
        }
      });

      test("what the file says of the session is told", () => {
        const transcript = readTurns(talk);
        if (!without.includes("id")) expect(transcript.session_id).toBe("session-1");
        if (!without.includes("cwd")) expect(transcript.project_root).toBe("/w/shop");
        if (!without.includes("times"))
          expect(Date.parse(transcript.started_at!)).toBeGreaterThanOrEqual(Date.parse(noon));
      });

      test("the same bytes give the same transcript", () => {
        const bytes = bytesOf(sample([...talk, ...work]));
        expect(read(bytes)).toEqual(read(bytes));
      });

      test("ids are unique, and stay when more is appended", () => {
        const all = [...talk, ...(without.includes("tools") ? [] : work), ...talk];
        const ids = readTurns(all).turns.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (let n = 1; n < all.length; n++) {
          const earlier = readTurns(all.slice(0, n)).turns.map(({ id }) => id);
          expect(ids.slice(0, earlier.length)).toEqual(earlier);
        }
      });

      test("a byte order mark and CRLF change nothing", () => {
        const text = sample(talk);
        const plain = read(text);
        expect(read(`\uFEFF${text}`)).toEqual(plain);
        if (lines) expect(read(text.replaceAll("\n", "\r\n"))).toEqual(plain);
      });

      test.each([
        ["NUL", "a\0b"],
        ["a lone surrogate", "a\uD83Db and \uDE42 c"],
        ["emoji", "👩‍👩‍👧 and 🙂"],
        ["other scripts", "日本語 and עברית"],
        ["line ends and controls", "a\r\nb\tc\u2028d\u001B[31me"],
        ["markup", '<b>"quoted" & `code`</b> \\n'],
      ])("%s comes through as it was", (_, text) => {
        const said = saidIn(readTurns([{ role: "user", text }, ...talk]));
        expect(said[0]).toEqual({ role: "user", text });
        expect(said).toHaveLength(talk.length + 1);
      });

      test("what a person or an agent said is never shortened", () => {
        const text = `first ${"word ".repeat(40_000)}last`;
        const said = saidIn(
          readTurns([
            { role: "user", text },
            { role: "assistant", text },
          ]),
        );
        expect(said.map((turn) => turn.text === text)).toEqual([true, true]);
      });
    });

    where(!without.includes("tools"))("what tools did", () => {
      test("calls are told apart from words, with the telling part of what they were given", () => {
        const { turns } = readTurns([
          { role: "user", text: "Run it." },
          { role: "tool", tool: "bash", input: { command: "npm test" }, text: "2 failed" },
        ]);
        expect(turns.flatMap(({ calls = [] }) => calls)).toEqual([
          { tool: expect.any(String), input: "npm test" },
        ]);
        expect(turns.at(-1)).toMatchObject({ role: "tool", input: "npm test", text: "2 failed" });
        expect(turns.filter(({ role, text }) => role === "assistant" && text !== "")).toEqual([]);
      });

      (without.includes("failures") ? notTested : test)(
        "a tool that failed is told from one that did not",
        () => {
          const { turns } = readTurns([
            { role: "tool", tool: "bash", input: { command: "false" }, text: "exit 1", failed: true },
            { role: "tool", tool: "bash", input: { command: "true" }, text: "fine" },
          ]);
          const results = turns.filter(({ role }) => role === "tool");
          expect(results.map(({ failed }) => failed === true)).toEqual([true, false]);
        },
      );

      test("a huge result keeps its beginning and its end, and says how much is missing", () => {
        const text = `first${"🙂".repeat(500_000)}last`;
        const { turns } = readTurns([{ role: "tool", tool: "bash", input: { command: "yes" }, text }]);
        const result = turns.find(({ role }) => role === "tool")!;
        expect(result.text.length).toBeLessThan(4_200);
        expect(result.text).toMatch(/^first🙂/u);
        expect(result.text).toMatch(/🙂last$/u);
        expect(result.text.isWellFormed()).toBe(true);
        expect(result.shortened).toBeGreaterThan(990_000);
      });

      test("a huge input is bounded", () => {
        const command = `echo ${"🙂".repeat(10_000)}`;
        const { turns } = readTurns([{ role: "tool", tool: "bash", input: { command }, text: "ok" }]);
        for (const input of turns.flatMap((turn) => [
          turn.input ?? "",
          ...(turn.calls ?? []).map((c) => c.input),
        ])) {
          expect(input.length).toBeLessThanOrEqual(300);
          expect(input.isWellFormed()).toBe(true);
        }
      });

      test("what stands in a file is marked as such", () => {
        const { turns } = readTurns([
          { role: "tool", tool: "bash", input: { command: "cat src/a.ts" }, text: "const a = 1;" },
          { role: "tool", tool: "bash", input: { command: "npm test" }, text: "ok" },
        ]);
        const results = turns.filter(({ role }) => role === "tool");
        expect(results.map((turn) => turn.shows_file === true)).toEqual([true, false]);
      });
    });

    describe("what is never read", () => {
      const hidden: { readonly [what: string]: readonly SessionTurn[] } = {
        "private text": [
          { role: "user", text: "Fine <private>HIDDEN</private> so far." },
          { role: "assistant", text: "You said <private>HIDDEN</private>." },
        ],
        "memory put before the agent": [
          { role: "user", text: '<holdfast-memory version="1">\nHIDDEN\n</holdfast-memory>\nGo on.' },
        ],
        "boot files": [
          {
            role: "user",
            text: "# AGENTS.md instructions for /w\n<INSTRUCTIONS>\nHIDDEN\n</INSTRUCTIONS>\nGo on.",
          },
        ],
        "blocks of the host": [
          { role: "user", text: "<system-reminder>\nHIDDEN\n</system-reminder>\nGo on." },
          { role: "user", text: "<environment_context>\nHIDDEN\n</environment_context>\nGo on." },
        ],
      };
      test.each(Object.entries(hidden))("%s: cut, and counted", (what, turns) => {
        const transcript = readTurns([...talk, ...turns, ...talk]);
        expect(JSON.stringify(transcript.turns)).not.toContain("HIDDEN");
        expect(saidIn(transcript).length).toBeGreaterThanOrEqual(2 * talk.length);
        expect(transcript.left_out).toContainEqual({ what, count: turns.length });
      });

      const tool = (of: string, input: SessionTurn["input"], text = "HIDDEN"): SessionTurn[] => [
        { role: "tool", tool: of, input: input!, text },
      ];
      const fromTools: { readonly [what: string]: readonly SessionTurn[] } = {
        "results of memory tools": tool("recall_memory", { query: "HIDDEN" }),
        "boot files": tool("bash", { command: "cat AGENTS.md" }),
        "Holdfast's own output": tool("bash", { command: "cd /w && npx holdfast recall tabs | head" }),
        "memory files": tool("bash", { command: "cat .holdfast/lessons/a--rec_1.md" }),
        "private text": tool("bash", { command: "echo" }, "so <private>HIDDEN</private> far"),
      };
      test.each(Object.entries(without.includes("tools") ? {} : fromTools))(
        "%s, from tools: cut, and counted",
        (what, turns) => {
          const transcript = readTurns([...talk, ...turns, ...talk]);
          expect(JSON.stringify(transcript.turns)).not.toContain("HIDDEN");
          expect(saidIn(transcript).length).toBeGreaterThanOrEqual(2 * talk.length);
          expect(transcript.left_out).toContainEqual({ what, count: 1 });
        },
      );

      test("an ordinary session has nothing left out", () => {
        expect(readTurns(talk).left_out ?? []).toEqual([]);
      });
    });

    where(lines)("damage costs only itself", () => {
      const numbered = ["one", "two", "three", "four"].map(
        (word, i): SessionTurn => ({ role: i % 2 === 0 ? "user" : "assistant", text: `said ${word} once` }),
      );
      const textsOf = (transcript: Transcript) => saidIn(transcript).map(({ text }) => text);
      const whole = sample(numbered);
      const all = numbered.map(({ text }) => text);

      test("a broken line in the middle costs its turn only, and a warning that names it", () => {
        const parts = whole.split("\n");
        const at = parts.findIndex((line) => line.includes("said two once"));
        parts[at] = parts[at]!.slice(0, parts[at]!.length / 2);
        const transcript = read(parts.join("\n"));
        expect(textsOf(transcript)).toEqual(all.filter((text) => text !== "said two once"));
        expect(
          transcript.warnings.some((warning) => new RegExp(`line ${at + 1}\\b`, "iu").test(warning)),
        ).toBe(true);
      });

      test("a half-written tail costs itself, and a warning", () => {
        const parts = whole.trimEnd().split("\n");
        const at = parts.findIndex((line) => line.includes("said four once"));
        const cut = [...parts.slice(0, at), parts[at]!.slice(0, parts[at]!.length / 2)].join("\n");
        const transcript = read(cut);
        expect(textsOf(transcript)).toEqual(all.slice(0, 3));
        expect(transcript.warnings).toEqual([expect.stringMatching(new RegExp(`line ${at + 1}\\b`, "iu"))]);
      });

      test("lines that are unknown, or no entries at all, cost no turn", () => {
        const { unknownLines = ['{"type":"from_the_future","payload":{"text":"Always use tabs."}}'] } =
          opened;
        for (const line of [...unknownLines, "7", "null", "[]", '"text"', "", "{}"]) {
          const parts = whole.trimEnd().split("\n");
          expect(textsOf(read([...parts.slice(0, -1), line, ...parts.slice(-1), ""].join("\n")))).toEqual(
            all,
          );
        }
      });

      test("cut anywhere, it still reads, or is refused, and never gives a turn that it does not hold", () => {
        const bytes = bytesOf(whole);
        for (let end = 0; end <= bytes.length; end++) {
          const cut = readOrRefused(() => read(bytes.subarray(0, end)));
          if (cut) expect(all.slice(0, textsOf(cut).length)).toEqual(textsOf(cut));
        }
      });
    });

    describe("files that are no sessions", () => {
      test.each([
        ["an empty file", ""],
        ["empty lines", "\n\n\n"],
        ["prose", "Dear diary,\nit rains.\n"],
        ["a list", "[1, 2, 3]\n"],
        ["an object of someone else", '{"name":"shop","version":"1.0.0"}\n'],
        ["bytes", "\u0000\u0001\u0002"],
        ["a tree of brackets", "[".repeat(50_000)],
      ])("%s is not recognised, and refused with its name and what to do", (_, text) => {
        expect(reader.recognises(bytesOf(text))).toBe(false);
        expect(() => read(text)).toThrow(
          expect.objectContaining({
            code: "transcript_unreadable",
            message: expect.stringContaining("/home/ada/a-session"),
            hint: expect.stringMatching(/\w/),
          }),
        );
      });

      test("a session is recognised by its first 64 kB, even where a line is longer", () => {
        for (const turns of [talk, [{ role: "user", text: "word ".repeat(50_000) } as const, ...talk]])
          expect(reader.recognises(bytesOf(sample(turns)).subarray(0, 65_536))).toBe(true);
      });

      test("no bytes whatever make it throw anything but that", () => {
        fc.assert(
          fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readOrRefused(() => read(bytes))),
        );
      });

      test("nor does any change of a session, or any JSON in its place", () => {
        const bytes = bytesOf(sample([...talk, ...(without.includes("tools") ? [] : work)]));
        const edit = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
        fc.assert(
          fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
            const changed = bytes.slice();
            for (const [at, byte] of edits) changed[at] = byte;
            readOrRefused(() => read(changed));
          }),
        );
        fc.assert(
          fc.property(fc.array(fc.json(), { maxLength: 5 }), (values) => {
            readOrRefused(() => read(values.join("\n")));
            if (lines) readOrRefused(() => read(`${sample(talk)}${values.join("\n")}\n`));
          }),
        );
      });

      test("nor does any value of any field", () => {
        const shape = fc.constantFrom(null, true, 7, -1e300, "", "x", [], {}, [null], { text: 7 }, [[[]]]);
        const texts = lines ? sample(work).trimEnd().split("\n") : [sample(work)];
        fc.assert(
          fc.property(fc.nat(), fc.nat(), shape, (line, field, value) => {
            const at = line % texts.length;
            const changed = [...texts];
            changed[at] = JSON.stringify(withFieldReplaced(JSON.parse(texts[at]!), field, value));
            readOrRefused(() => read(changed.join("\n")));
          }),
          { numRuns: 500 },
        );
      });
    });

    where(pathOf !== undefined)("the sessions of a project", () => {
      const home = "/home/ada/.agent";
      async function diskWith(files: readonly (readonly [cwd: string, name: string, text?: string])[]) {
        const disk = memoryDisk();
        for (const [cwd, name, text = sample(talk, { id: name, cwd })] of files) {
          const path = pathOf!(home, cwd, name);
          await disk.makeFolder(path.slice(0, path.lastIndexOf("/")));
          await disk.create(path, bytesOf(text));
        }
        return disk;
      }
      const namesOf = (found: readonly { readonly path: string }[], names: readonly string[]) =>
        found.map(({ path }) => names.find((name) => path.includes(name)) ?? path);
      const names = ["aaaa", "bbbb", "cccc", "dddd", "eeee"];

      test("are those started in it or below, newest first", async () => {
        const disk = await diskWith([
          ["/w/shop", "aaaa"],
          ["/w/shop/api", "bbbb"],
          ["/w/shop-api", "cccc"],
          ["/w/other", "dddd"],
          ["/w/shop", "eeee"],
        ]);
        const search = { disk, home, most: 10 };
        const found = await reader.find({ ...search, roots: ["/w/shop"] });
        expect(namesOf(found, names)).toEqual(["eeee", "bbbb", "aaaa"]);
        for (const file of found) {
          const stat = await disk.stat(file.path);
          expect(file).toEqual({
            agent: reader.agent,
            path: file.path,
            mtimeMs: stat!.mtimeMs,
            size: stat!.size,
          });
        }
        const both = await reader.find({ ...search, roots: ["/w/shop/", "/w/shop/api", "/w/other"] });
        expect(namesOf(both, names)).toEqual(["eeee", "dddd", "bbbb", "aaaa"]);
        expect(namesOf(await reader.find({ ...search, roots: ["/w/shop"], most: 1 }), names)).toEqual([
          "eeee",
        ]);
        expect(await reader.find({ ...search, roots: ["/w/shop"], most: 0 })).toEqual([]);
        expect(await reader.find({ ...search, roots: ["/nowhere"] })).toEqual([]);
        const belongs = async (cwd: string) => !cwd.startsWith("/w/shop");
        expect(await reader.find({ ...search, roots: ["/w/shop"], belongs })).toEqual([]);
      });

      test("are none where the agent never was", async () => {
        expect(await reader.find({ disk: memoryDisk(), home, roots: ["/w/shop"], most: 10 })).toEqual([]);
      });

      test("hold no foreign file, and none that disappears or is emptied meanwhile", async () => {
        const disk = await diskWith([
          ["/w/shop", "aaaa"],
          ["/w/shop", "bbbb", "Dear diary\n"],
          ["/w/shop", "cccc", ""],
          ["/w/shop", "dddd"],
        ]);
        const gone = pathOf!(home, "/w/shop", "dddd");
        const vanishing: Disk = {
          ...disk,
          read: async (path) => (path === gone ? undefined : disk.read(path)),
          readFrom: async (path, ...part) => (path === gone ? undefined : disk.readFrom(path, ...part)),
        };
        const found = await reader.find({ disk: vanishing, home, roots: ["/w/shop"], most: 10 });
        expect(namesOf(found, names)).toEqual(["aaaa"]);
      });

      test("are found by the beginning of each file, without reading it whole", async () => {
        const long = sample([
          { role: "user", text: "Hi." },
          { role: "assistant", text: "word ".repeat(200_000) },
        ]);
        const disk = await diskWith([["/w/shop", "aaaa", long]]);
        let bytes = 0;
        const counting: Disk = {
          ...disk,
          read: () => Promise.reject(new Error("read whole")),
          readFrom: async (path, ...part) => {
            const got = await disk.readFrom(path, ...part);
            bytes += got?.length ?? 0;
            return got;
          },
        };
        const found = await reader.find({ disk: counting, home, roots: ["/w/shop"], most: 1 });
        expect(found).toHaveLength(1);
        expect(bytes).toBeLessThan(200_000);
      });

      test("a disk that fails is told", async () => {
        const disk = await diskWith([["/w/shop", "aaaa"]]);
        const failing: Disk = { ...disk, readFrom: () => Promise.reject(new Error("EIO")) };
        await expect(reader.find({ disk: failing, home, roots: ["/w/shop"], most: 1 })).rejects.toThrow(
          "EIO",
        );
      });
    });
  });
}

const talk: readonly SessionTurn[] = [
  { role: "user", text: "Please look at the totals." },
  { role: "assistant", text: "They are rounded twice." },
  { role: "user", text: "Round once, at the end." },
];

const work: readonly SessionTurn[] = [
  { role: "tool", tool: "bash", input: { command: "npm test" }, text: "2 failed", failed: true },
  { role: "assistant", text: "Two tests fail." },
  { role: "tool", tool: "read", input: { path: "src/a.ts" }, text: "const a = 1;" },
];

/** Who said what in words: calls without words are entries of their own in some formats, part of another in others. */
function saidIn({ turns }: Transcript) {
  return turns
    .filter(({ role, text }) => role !== "tool" && text !== "")
    .map(({ role, text }) => ({ role, text }));
}

/** What was read, or undefined when it was refused as unreadable; any other error is thrown on. */
function readOrRefused(read: () => Transcript): Transcript | undefined {
  try {
    const transcript = read();
    expect(transcriptSchema.parse(transcript)).toEqual(transcript);
    return transcript;
  } catch (error) {
    if (isHoldfastError(error, "transcript_unreadable")) return undefined;
    throw error;
  }
}

/** `value`, with one field or member somewhere in it replaced: the `nth`, counted through and around. */
function withFieldReplaced(value: unknown, nth: number, replacement: unknown): unknown {
  const places: { readonly holder: { [field: string]: unknown }; readonly field: string }[] = [];
  const visit = (at: unknown): void => {
    if (typeof at !== "object" || at === null) return;
    const holder = at as { [field: string]: unknown };
    for (const field of Object.keys(holder)) {
      places.push({ holder, field });
      visit(holder[field]);
    }
  };
  visit(value);
  const place = places[nth % Math.max(1, places.length)];
  if (place) place.holder[place.field] = replacement;
  return value;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Registers a group of promises where the format has a place for what they are about. */
function where(holds: boolean): (name: string, register: () => void) => void {
  return holds ? (name, register) => void describe(name, register) : notTested;
}

function notTested(): void {}
