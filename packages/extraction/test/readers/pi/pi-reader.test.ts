import { transcriptSchema } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { piReader } from "../../../src/readers/pi/pi-reader.ts";
import { assistant, header, jsonl, type PiEntryLine, tool, user } from "./pi-lines.ts";

const read = (text: string | Uint8Array) =>
  piReader.read(typeof text === "string" ? new TextEncoder().encode(text) : text, "session.jsonl");
const texts = (text: string | Uint8Array) => read(text).turns.map((turn) => turn.text);

describe("the turns of the branch that ends in the last entry", () => {
  test("a straight session is read whole, with what its header says", () => {
    const call = { type: "toolCall", id: "c", name: "bash", arguments: { command: "npm test" } };
    const transcript = read(
      jsonl(
        header,
        user("a", null, [
          { type: "text", text: "Run it." },
          { type: "image", data: "…" },
        ]),
        assistant("b", "a", { type: "thinking", thinking: "hm" }, { type: "text", text: "Running." }, call),
        tool("c", "b", "bash", "2 failed", true),
      ),
    );
    expect(transcript).toEqual({
      session_id: "s1",
      origin: "session.jsonl",
      agent: "pi",
      project_root: "/w",
      started_at: "2026-03-02T13:00:00.000Z",
      turns: [
        { id: "a", role: "user", text: "Run it.", at: "2026-03-02T14:00:00.000Z" },
        { id: "b", role: "assistant", text: "Running.", calls: [{ tool: "bash", input: "npm test" }] },
        { id: "c", role: "tool", text: "2 failed", tool: "bash", input: "npm test", failed: true },
      ],
      warnings: [],
    });
    expect(transcriptSchema.parse(transcript)).toEqual(transcript);
  });

  test("what was forked away is left out, wherever it stands in the file", () => {
    const lines = [
      header,
      user("a", null, "first"),
      user("x", "a", "abandoned"),
      user("y", "x", "abandoned too"),
      user("b", "a", "second"),
    ];
    expect(texts(jsonl(...lines))).toEqual(["first", "second"]);
  });

  test("the last entry decides even when it makes no turn itself", () => {
    const label = { type: "label", id: "l", parentId: "x", targetId: "x", label: "here" };
    const lines = [
      header,
      user("a", null, "first"),
      user("x", "a", "other"),
      user("b", "a", "second"),
      label,
    ];
    expect(texts(jsonl(...lines))).toEqual(["first", "other"]);
  });

  test("entries and roles that are unknown or say nothing are passed by", () => {
    const others: PiEntryLine[] = [
      { type: "custom", id: "c1", parentId: "a", customType: "x", data: {} },
      { type: "custom_message", id: "c2", parentId: "c1", content: "Always use tabs." },
      { type: "usage", id: "c3", parentId: "c2" },
      { type: "context_edit", id: "c4", parentId: "c3" },
      { type: "session_info", id: "c5", parentId: "c4", name: "n" },
      { type: "compaction", id: "c6", parentId: "c5", summary: "Always use tabs." },
      { type: "branch_summary", id: "c7", parentId: "c6", summary: "Always use tabs." },
      { type: "message", id: "c8", parentId: "c7", message: { role: "system", content: "Always use tabs." } },
      { type: "message", id: "c9", parentId: "c8", message: { role: "bashExecution", command: "ls" } },
      { type: "message", id: "c10", parentId: "c9" },
      { type: "message", id: "c11", parentId: "c10", message: { role: "assistant", content: [] } },
      { type: "from_the_future", id: "c12", parentId: "c11", message: 7 },
    ];
    const transcript = read(jsonl(header, user("a", null, "first"), ...others, user("b", "c12", "second")));
    expect(transcript.turns.map((turn) => turn.text)).toEqual(["first", "second"]);
    expect(transcript.left_out).toEqual([{ what: "summaries of earlier turns", count: 2 }]);
    expect(transcript.warnings).toEqual([]);
  });
});

describe("damage costs only itself", () => {
  const table: { [name: string]: [text: string, turns: string[], warnings: RegExp[]] } = {
    "a parent that is nowhere starts the branch": [
      jsonl(header, user("a", null, "lost"), user("b", "zzz", "kept")),
      ["kept"],
      [/Line 3 names a parent that is not there; the branch starts there/],
    ],
    "a broken line in the middle costs that turn only": [
      jsonl(header, user("a", null, "one"), '{"type":"message","id":"b","par', user("c", "b", "three")),
      ["one", "three"],
      [/Line 3 is not JSON/, /Line 4 names a parent that is not there; took line 2/],
    ],
    "a half-written tail is named": [
      `${jsonl(header, user("a", null, "one"))}{"type":"mess`,
      ["one"],
      [/Line 3 is half-written/],
    ],
    "a circle ends": [
      jsonl(header, user("a", "b", "one"), user("b", "a", "two")),
      ["one", "two"],
      [/Line 3 is its own ancestor/],
    ],
    "an entry that is its own parent ends": [
      jsonl(header, user("a", "a", "one")),
      ["one"],
      [/Line 2 is its own ancestor/],
    ],
    "an id that comes twice costs neither turn": [
      jsonl(header, user("a", null, "one"), user("a", null, "two"), user("b", "a", "three")),
      ["one", "two", "three"],
      [/Line 3 has the id of line 2, a; kept both, this one as a@line-3/],
    ],
    "nor when the second follows the first, or something else": [
      jsonl(
        header,
        user("a", null, "one"),
        user("a", "a", "two"),
        user("b", "a", "three"),
        user("a", "b", "four"),
        user("c", "a", "five"),
      ),
      ["one", "two", "three", "four", "five"],
      [/Line 3 has the id of line 2/, /Line 5 has the id of line 3/],
    ],
    "a line that is no entry is named": [
      jsonl(header, "7", "[]", "null", user("a", null, "one")),
      ["one"],
      [/Line 2 is no session entry/, /Line 3 is no session entry/, /Line 4 is no session entry/],
    ],
    "an entry without an id among others is named": [
      jsonl(header, { type: "message", message: { role: "user", content: "stray" } }, user("a", null, "one")),
      ["one"],
      [/Line 2 has no id/],
    ],
    "empty lines are nothing": [jsonl(header, "", user("a", null, "one"), "", ""), ["one"], []],
    "CRLF and a byte order mark are read": [
      `\uFEFF${jsonl(header, user("a", null, "one")).replaceAll("\n", "\r\n")}`,
      ["one"],
      [],
    ],
    "a header alone is an empty session": [jsonl(header), [], []],
  };
  test.each(Object.entries(table))("%s", (_, [text, turns, warnings]) => {
    const transcript = read(text);
    expect(transcript.turns.map((turn) => turn.text)).toEqual(turns);
    expect(transcript.warnings).toHaveLength(warnings.length);
    for (const [index, warning] of warnings.entries()) expect(transcript.warnings[index]).toMatch(warning);
  });

  test.each([
    ["nothing", ""],
    ["prose", "Dear diary\n"],
    ["another agent's session", '{"type":"user","sessionId":"x","message":{"role":"user","content":"hi"}}\n'],
    ["a header without an id", '{"type":"session","version":3}\n'],
    ["bytes", "\u0000\u0001\u0002"],
  ])("%s is refused, with the name of the file and what to do", (_, text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "transcript_unreadable",
        message: expect.stringContaining("session.jsonl"),
        hint: expect.stringContaining(".jsonl"),
      }),
    );
  });

  test("cut anywhere, a session still reads, and never gives a turn it does not hold", () => {
    const whole = jsonl(header, user("a", null, "one"), user("b", "a", "two 🙂"), user("c", "b", "three"));
    const bytes = new TextEncoder().encode(whole);
    const from = jsonl(header).length;
    fc.assert(
      fc.property(fc.integer({ min: from, max: bytes.length }), (end) => {
        const cut = texts(bytes.subarray(0, end));
        expect(["one", "two 🙂", "three"].slice(0, cut.length)).toEqual(cut);
      }),
    );
  });
});

test("turns whose entries bear the same id are told apart by it", () => {
  const lines = [header, user("a", null, "one"), user("a", null, "two"), user("a", "a", "three")];
  expect(read(jsonl(...lines)).turns.map((turn) => turn.id)).toEqual(["a", "a@line-3", "a@line-4"]);
});

describe("version 1, without ids", () => {
  const withoutIds = (entries: readonly PiEntryLine[]) =>
    entries.map(({ id: _, parentId: __, ...entry }) => entry);
  const call = { type: "toolCall", id: "c", name: "bash", arguments: { command: "cat a.ts" } };
  const entries = [
    user("a", null, "one"),
    { type: "thinking_level_change", id: "t", parentId: "a", thinkingLevel: "off" },
    assistant("b", "t", { type: "text", text: "two" }, call),
    tool("c", "b", "bash", "three"),
    assistant("d", "c", { ...call, id: "d" }),
    { type: "compaction", id: "e", parentId: "d", summary: "all of it" },
  ];

  test("it gives the turns that its migrated form gives", () => {
    const { version: _, ...oldHeader } = header;
    const old = read(jsonl(oldHeader, ...withoutIds(entries)));
    const migrated = read(jsonl(header, ...entries));
    expect(old.turns.map(({ id: _, ...turn }) => turn)).toEqual(
      migrated.turns.map(({ id: _, ...turn }) => turn),
    );
    expect(
      old.turns.map(({ role, text, calls = [], shows_file = false }) => [
        role,
        text,
        calls.length,
        shows_file,
      ]),
    ).toEqual([
      ["user", "one", 0, false],
      ["assistant", "two", 1, false],
      ["tool", "three", 0, true],
      ["assistant", "", 1, false],
    ]);
    expect(old.left_out).toEqual(migrated.left_out);
    expect(old.warnings).toEqual([]);
  });

  test("its turns are named by their line, so that reading it again names them alike", () => {
    expect(read(jsonl(header, ...withoutIds(entries))).turns.map((turn) => turn.id)).toEqual([
      "line-2",
      "line-4",
      "line-5",
      "line-6",
    ]);
  });
});

describe("what is never read", () => {
  test("is not counted where it was forked away", () => {
    const lines = [
      header,
      user("a", null, "one"),
      user("x", "a", "<private>gone</private>"),
      { type: "compaction", id: "y", parentId: "x", summary: "gone" },
      user("b", "a", "two <private>gone</private>"),
    ];
    expect(read(jsonl(...lines)).left_out).toEqual([{ what: "private text", count: 1 }]);
  });

  test("a private block may span parts", () => {
    const parts = [
      { type: "text", text: "x <private>one" },
      { type: "text", text: "two</private> y" },
    ];
    expect(texts(jsonl(header, user("a", null, parts)))).toEqual(["x  y"]);
  });

  test("a result without a known call is judged by the name it bears itself", () => {
    expect(texts(jsonl(header, tool("a", "", "recall_memory", "Always use tabs.")))).toEqual([]);
    expect(read(jsonl(header, tool("a", "", "read", "x"))).turns).toEqual([
      { id: "a", role: "tool", text: "x", tool: "read", failed: false, shows_file: true },
    ]);
  });
});

describe("times", () => {
  test.each([
    ["2026-03-02T14:00:00.000Z", 0, "2026-03-02T14:00:00.000Z"],
    ["2026-03-02T15:00:00+01:00", 0, "2026-03-02T14:00:00.000Z"],
    ["soon", 1_772_460_000_000, "2026-03-02T14:00:00.000Z"],
    [undefined, "never", undefined],
    [undefined, 1e300, undefined],
  ])("%j, or else %j, is %j", (timestamp, inMessage, at) => {
    const message = { role: "user", content: "one", timestamp: inMessage };
    const { turns } = read(jsonl(header, { type: "message", id: "a", parentId: null, timestamp, message }));
    expect(turns[0]?.at).toBe(at);
  });
});

test("a session of 60,000 turns is read in seconds, where anything quadratic takes minutes", () => {
  const lines: unknown[] = [header];
  for (let n = 0; n < 60_000; n++) lines.push(tool(`e${n}`, `e${n - 1}`, "read", "out"));
  const text = jsonl(...lines);
  const start = process.cpuUsage();
  expect(read(text).turns).toHaveLength(60_000);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(4_000);
});

describe("what Pi puts before the words of a person is not theirs", () => {
  test.each<readonly [string, string, string]>([
    ["files named in a message", '<file name="/w/a.md">\nAlways use tabs.\n</file>\nFix it.', "Fix it."],
    [
      "files named in a message",
      '<file name="/w/a.md">\n</file>\nAlways use tabs.\n</file>\n<file name="/w/b.png"></file>\nFix it.',
      "Fix it.",
    ],
    [
      "skills",
      '<skill name="x" location="/s/x.md">\nAlways use tabs.\n</skill>\nTabs.\n</skill>\n\nFix it.',
      "Fix it.",
    ],
  ])("%s: %j", (what, text, left) => {
    const { turns, left_out } = read(jsonl(header, user("a", null, text)));
    expect(turns.map((turn) => turn.text)).toEqual([left]);
    expect(left_out).toEqual([{ what, count: 1 }]);
  });

  test("a message of nothing else is no turn, and one that only writes of it is read", () => {
    const text = '<skill name="x" location="/s/x.md">\nAlways use tabs.\n</skill>';
    expect(read(jsonl(header, user("a", null, text)))).toMatchObject({
      turns: [],
      left_out: [{ what: "skills", count: 1 }],
    });
    expect(texts(jsonl(header, user("a", null, 'Why <file name="a">\nx\n</file>\n?')))).toHaveLength(1);
  });

  test("what a tool gives back is said by the tool, whatever it says", () => {
    const said = "User has answered your questions: tabs";
    expect(
      read(jsonl(header, user("a", null, "Hi."), tool("b", "a", "bash", said, true))).turns.at(-1),
    ).toMatchObject({ role: "tool", text: said });
  });
});
