import type { MemoryRecord } from "@holdfast/schema";
import { groupOf, recordIdOfPath } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { eraseQuotes } from "../src/records/erase-quotes.ts";
import { flipStatus } from "../src/records/flip-status.ts";
import { parseRecord, type RecordPlace } from "../src/records/parse-record.ts";
import { recordPath } from "../src/records/record-path.ts";
import { renderRecord } from "../src/records/render-record.ts";

const place: RecordPlace = {
  path: "lessons/use-pnpm.md",
  scope: "project",
  mtimeMs: Date.UTC(2026, 10, 30, 12),
};

const base: MemoryRecord = {
  id: "rec_00112233445566778899",
  category: "lesson",
  status: "active",
  scope: "project",
  trust: "agent",
  triggers: [{ type: "command", value: "npm install" }],
  observed_at: "2026-11-30T10:00:00.000Z",
  created_at: "2026-11-30T11:00:00.000Z",
  supersedes: [],
  sources: [
    { candidate_id: "cand_aa", session_id: "s 1", run_id: "run_20261130T110000_ab12cd", action: "add" },
  ],
  related: [],
  summary: "Use pnpm, not npm",
  detail: "The lock file is pnpm's.",
};

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const read = (text: string, at: RecordPlace = place) => parseRecord(bytesOf(text), at);

function recordIn(text: string, at: RecordPlace = place): MemoryRecord {
  const parsed = read(text, at);
  if (parsed.kind === "unreadable") throw new TypeError(parsed.message);
  return parsed.record;
}

const nasty = [
  "",
  " ",
  "\n",
  "\r",
  "\r\n",
  "a\r",
  "\rb",
  "\n\n",
  "---",
  "---\n",
  "\n---\nstatus: archived\n---\n",
  "...",
  "# heading",
  "#",
  "## two\n# one",
  "```\n# not a heading\n```",
  "~~~",
  "<!-- comment\n-->",
  "key: value",
  "- item",
  "? x",
  "'",
  '"',
  "\\",
  "\\n",
  "| block",
  ">-",
  "*alias",
  "&anchor",
  "!tag",
  "%YAML 1.2",
  "@at `tick`",
  "{a: 1}",
  "[1]",
  "true",
  "null",
  "~",
  "no",
  "12e4",
  "0x1f",
  "2026-11-30",
  "a # b",
  "a: b",
  "a:",
  "\0",
  "\u0007\u001b[31mred",
  "\u007f\u0085\u009f",
  "\u2028",
  "\u2029",
  "\ufeff",
  "a\ufeffb",
  "\ufffe\uffff\ufffd",
  "\u00a0",
  "\t",
  "\ttab",
  "  leading",
  "trailing  ",
  "  leading\nand more",
  "lines\n  indented\n\nblank before\n",
  "ends\n\n",
  "blank line with blanks\n   \nafter",
  "日本語のテキスト",
  "emoji 👩‍👩‍👧‍👦 🇨🇭",
  "e\u0301 \u00e9",
  "x".repeat(100_000),
  "word ".repeat(20_000),
];

describe("every text comes back as it was", () => {
  const fields: { [name: string]: (text: string) => Partial<MemoryRecord> } = {
    summary: (summary) => ({ summary }),
    detail: (detail) => ({ detail }),
    why: (why) => ({ why }),
    alternatives: (text) => ({ alternatives: [text, text] }),
    "a trigger": (text) => ({ triggers: [{ type: "error", value: text || "x" }] }),
    "a session id": (text) => ({ sources: [{ ...base.sources[0]!, session_id: text, round: 2 }] }),
    "a quote": (text) => ({ sources: [{ ...base.sources[0]!, quote: text || "x" }, base.sources[0]!] }),
    "an id": (text) => ({ id: text || "x", supersedes: [text], related: ["rec_1", text] }),
  };
  for (const [name, put] of Object.entries(fields)) {
    test(`in ${name}, for ${nasty.length} texts that break formats`, { tags: ["text-comes-back"] }, () => {
      for (const text of nasty) {
        const record = { ...base, ...put(text) };
        expect(recordIn(renderRecord(record))).toEqual(record);
      }
    });
  }

  test("in all fields at once, for any well-formed text", { tags: ["text-comes-back"] }, () => {
    fc.assert(
      fc.property(anyRecord(), (record) => {
        expect(recordIn(renderRecord(record), { ...place, scope: "user" })).toEqual(record);
      }),
      { numRuns: 3_000 },
    );
  });

  test("and the frontmatter is YAML that any reader understands, with no unprintable characters", () => {
    fc.assert(
      fc.property(anyRecord(), (record) => {
        const text = renderRecord(record);
        const yaml = text.slice(4, text.indexOf("\n---\n", 3) + 1);
        expect(yaml).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/);
        const document = parseDocument(yaml, { version: "1.1", logLevel: "silent" });
        expect(document.errors).toEqual([]);
        expect(document.get("category")).toBe(record.category);
        expect(String(document.get("id"))).toBe(record.id);
        expect(document.get("why")).toEqual(record.why);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(["e-0", "e0", "E-12", "e-1_0", "nan", "yes"])("%s is a text to every YAML reader", (id) => {
    const text = renderRecord({ ...base, id });
    const yaml = text.slice(4, text.indexOf("\n---\n", 3) + 1);
    for (const version of ["1.1", "1.2"] as const)
      expect(parseDocument(yaml, { version }).get("id")).toBe(id);
    expect(recordIn(text).id).toBe(id);
  });

  test("a record whose text was erased is legal", () => {
    const record: MemoryRecord = { ...base, forgotten: "0a1b2c", summary: "", detail: "", triggers: [] };
    expect(recordIn(renderRecord(record))).toEqual(record);
  });
});

describe("erasing quotes", () => {
  test("takes those that are meant, whatever they hold, and leaves every other byte", () => {
    const texts = nasty.filter((text) => text !== "" && text.length < 1_000);
    for (const quote of texts) {
      const sources = [
        { ...base.sources[0]!, quote },
        { ...base.sources[0]!, quote: "stays as it is", session_id: quote },
      ];
      const file = renderRecord({ ...base, sources, why: quote, detail: quote }).replace(
        "status:",
        "# a note\nstatus:",
      );
      const erased = eraseQuotes(bytesOf(file), (one) => one === quote);
      const { quote: _, ...without } = sources[0]!;
      const after = recordIn(Buffer.from(erased!).toString());
      expect(after).toEqual({ ...base, sources: [without, sources[1]], why: quote, detail: quote });
      expect(Buffer.from(erased!).toString()).toContain("# a note\nstatus:");
    }
  });

  test("does nothing where none is meant, where there is no frontmatter, and where it can't be read", () => {
    const file = renderRecord({ ...base, sources: [{ ...base.sources[0]!, quote: "words" }] });
    expect(eraseQuotes(bytesOf(file), () => false)).toBeUndefined();
    expect(eraseQuotes(bytesOf("# only text\n"), () => true)).toBeUndefined();
    expect(eraseQuotes(bytesOf("---\nsources: [\n---\n"), () => true)).toBeUndefined();
  });
});

test("the file is pinned: this is what people and other tools read", { tags: ["stable-formats"] }, () => {
  const record: MemoryRecord = {
    ...base,
    category: "decision",
    triggers: [
      { type: "topic", value: "packaging" },
      { type: "path", value: "*.lock" },
    ],
    supersedes: ["rec_0a"],
    why: "One lock file.\nOne store.",
    alternatives: ["npm", "yarn: too slow"],
    summary: "Use pnpm,\nnot npm",
    detail: "---\nThe lock file is pnpm's.\n",
  };
  expect(renderRecord(record)).toBe(`---
id: rec_00112233445566778899
category: decision
status: active
scope: project
trust: agent
triggers:
  - type: topic
    value: packaging
  - type: path
    value: "*.lock"
observed_at: 2026-11-30T10:00:00.000Z
created_at: 2026-11-30T11:00:00.000Z
supersedes:
  - rec_0a
sources:
  - candidate_id: cand_aa
    session_id: s 1
    run_id: run_20261130T110000_ab12cd
    action: add
related: []
why: |-
  One lock file.
  One store.
alternatives:
  - npm
  - "yarn: too slow"
summary: |-
  Use pnpm,
  not npm
---

# Use pnpm, not npm

---
The lock file is pnpm's.

`);
});

describe("a person's file", () => {
  test("needs no frontmatter: the id comes from the path, the category from the folder, the times from the file", () => {
    expect(recordIn("# Use pnpm\n\nNot npm.\n")).toEqual({
      id: recordIdOfPath(place.path),
      category: "lesson",
      status: "active",
      scope: "project",
      trust: "user",
      triggers: [],
      observed_at: "2026-11-30T12:00:00.000Z",
      created_at: "2026-11-30T12:00:00.000Z",
      supersedes: [],
      sources: [],
      related: [],
      summary: "Use pnpm",
      detail: "Not npm.",
    });
  });

  const texts: [title: string, text: string, summary: string, detail: string][] = [
    ["a heading at the top", "# A\n\nb\n", "A", "b"],
    ["a heading of any level at the top", "\n### A\nb", "A", "b"],
    ["no heading", "A line\nand more\n\nlast\n", "A line", "and more\n\nlast"],
    ["no heading, sub-headings below", "Use pnpm.\n\n## Why\n\nx\n", "Use pnpm.", "## Why\n\nx"],
    ["a title after other text", "<!-- note -->\n\n# A\n\nb\n", "A", "<!-- note -->\n\nb"],
    ["a comment in code", "Run\n```\n# install\n```\n", "Run", "```\n# install\n```"],
    ["CRLF", "# A\r\n\r\nb\r\nc\r\n", "A", "b\r\nc"],
    ["a byte order mark", "\ufeff# A\n\nb\n", "A", "b"],
    ["one line without a line feed", "A", "A", ""],
    ["a hash tag, which is no heading", "#pnpm rules\n", "#pnpm rules", ""],
  ];
  test.each(texts)("with %s has a summary and a detail", (_, text, summary, detail) => {
    expect(recordIn(text)).toMatchObject({ summary, detail });
  });

  test("may leave keys out, leave them empty, add others, and use short forms", () => {
    const text =
      "---\ntags: [x]\nconstructor: 1\n__proto__: {a: 1}\ntrust:\ntriggers: [pnpm]\nsupersedes: rec_1\nobserved_at: 2026-01-02\n---\nUse pnpm\n";
    expect(recordIn(text)).toEqual({
      ...recordIn("Use pnpm\n"),
      triggers: [{ type: "topic", value: "pnpm" }],
      supersedes: ["rec_1"],
      observed_at: "2026-01-02T00:00:00.000Z",
    });
  });

  test("keeps words that YAML could take for numbers and booleans", () => {
    expect(recordIn("---\nid: 12e4\nwhy: yes\n---\nA\n")).toMatchObject({ id: "12e4", why: "yes" });
  });

  test("may hold bytes that are no text below the frontmatter", () => {
    const bytes = Buffer.concat([Buffer.from("---\nid: a\n---\n# A\n\n"), Buffer.from([0xff, 0xfe])]);
    expect(parseRecord(bytes, place)).toMatchObject({ kind: "record", record: { id: "a", summary: "A" } });
  });

  const broken: [title: string, text: string | Uint8Array, message: RegExp][] = [
    [
      "that is no YAML",
      "---\na: [1\n---\nA\n",
      /lessons\/use-pnpm\.md: the frontmatter is no YAML: .*line 2/,
    ],
    ["with a key twice", "---\nstatus: active\nstatus: archived\n---\nA\n", /no YAML: .*unique/],
    ["that never ends", "---\nid: a\n\n# A\n", /never closed/],
    ["that is a text", "---\nhello\n---\nA\n", /not a list of/],
    ["with an unknown status", "---\nstatus: actve\n---\nA\n", /`status` can't be used/],
    ["with an unknown trust", "---\ntrust: [user]\n---\nA\n", /`trust` can't be used/],
    ["with a time that is none", "---\ncreated_at: soon\n---\nA\n", /`created_at` can't be used/],
    ["with a source that is none", "---\nsources: [cand_1]\n---\nA\n", /`sources\.0` can't be used/],
    ["with a summary that is a list", "---\nsummary: [a]\n---\n", /`summary` is not a text/],
    ["with an alias bomb", `---\n${bomb()}---\nA\n`, /no YAML: .*alias/],
    ["that is not UTF-8", Buffer.from("---\nid: \xff\n---\nA\n", "latin1"), /frontmatter is not UTF-8/],
    ["a text in Latin-1", Buffer.from("# Gr\xfcezi\n", "latin1"), /not UTF-8 text/],
    ["nothing at all", "\ufeff \n", /is empty/],
  ];
  test.each(broken)("%s is unreadable, and says what and where", (_, text, message) => {
    const parsed = parseRecord(typeof text === "string" ? bytesOf(text) : text, place);
    expect(parsed.kind).toBe("unreadable");
    expect(parsed.kind === "unreadable" && parsed.message).toMatch(message);
  });

  test("in a folder that is no category is unreadable unless it says its category", () => {
    expect(read("A\n", { ...place, path: "misc/a.md" })).toMatchObject({ kind: "unreadable" });
    expect(recordIn("---\ncategory: domain\n---\nA\n", { ...place, path: "misc/a.md" }).category).toBe(
      "domain",
    );
  });

  test("is never an exception, whatever its bytes", () => {
    const pieces = fc.constantFrom(
      "---\n",
      "\n",
      "status: ",
      "archived",
      "- ",
      "&a ",
      "*a",
      "# ",
      "\ufeff",
      "|",
      '"',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ unit: "binary" }))),
        fc.uint8Array(),
        (parts, tail) => {
          const bytes = Buffer.concat([Buffer.from(parts.join("")), tail]);
          expect(["record", "unreadable"]).toContain(parseRecord(bytes, place).kind);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("an edited summary", () => {
  const exact: MemoryRecord = { ...base, summary: "Use pnpm,\n  not npm" };
  test("in the heading wins over the one kept in the frontmatter", () => {
    const edited = renderRecord(exact).replace("# Use pnpm, not npm", "# Use yarn");
    expect(recordIn(edited).summary).toBe("Use yarn");
  });
  test("that differs in blanks only is the exact one", () => {
    const edited = renderRecord(exact).replace("# Use pnpm, not npm", "#  Use  pnpm, not npm ");
    expect(recordIn(edited).summary).toBe(exact.summary);
  });
  test("that was taken out leaves the one in the frontmatter, and the text is the detail", () => {
    const edited = renderRecord(exact).replace("# Use pnpm, not npm\n\n", "");
    expect(recordIn(edited)).toMatchObject({ summary: exact.summary, detail: base.detail });
  });
});

describe("flipping the status", () => {
  const flip = (bytes: Uint8Array, status: MemoryRecord["status"]) => flipStatus(bytes, place, status);

  test("twice gives the same bytes, for any record and any line ends", () => {
    fc.assert(
      fc.property(anyRecord(), fc.boolean(), fc.boolean(), fc.uint8Array(), (record, crlf, bom, tail) => {
        const [head = "", ...rest] = renderRecord(record).split("\n---\n");
        const front = crlf ? `${head}\n---\n`.replaceAll("\n", "\r\n") : `${head}\n---\n`;
        const body = Buffer.concat([Buffer.from(rest.join("\n---\n")), tail]);
        const bytes = Buffer.concat([Buffer.from((bom ? "\ufeff" : "") + front), body]);
        const other = record.status === "active" ? "archived" : "active";
        const flipped = flip(bytes, other);
        expect(parseRecord(flipped, place)).toMatchObject({ record: { status: other } });
        expect(Buffer.from(flip(flipped, record.status)).equals(bytes)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("changes nothing but the status, whatever else a person keeps in the file", {
    tags: ["files-are-yours", "never-rewritten"],
  }, () => {
    const before =
      "\ufeff--- \r\n# mine\r\ntags: [status, active]\r\nstatus:   'active'  # for now\r\nnote: >\r\n  status: active\r\n---\r\nstatus: active\r\n";
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0x00, 0xc3])]);
    const after = before.replace("'active'", "'archived'");
    expect(Buffer.from(flip(bytes, "archived"))).toEqual(
      Buffer.concat([Buffer.from(after), Buffer.from([0xff, 0x00, 0xc3])]),
    );
  });

  const added: [title: string, before: string, after: string][] = [
    ["no status line", "---\nid: a\n---\nA\n", "---\nstatus: archived\nid: a\n---\nA\n"],
    ["no status line, CRLF", "---\r\nid: a\r\n---\r\nA", "---\r\nstatus: archived\r\nid: a\r\n---\r\nA"],
    ["an empty status", "---\nstatus:\nid: a\n---\nA\n", "---\nstatus: archived\nid: a\n---\nA\n"],
    ["an empty frontmatter", "---\n---\nA\n", "---\nstatus: archived\n---\nA\n"],
    ["flow style", "---\n{id: a, status: active}\n---\nA\n", "---\n{id: a, status: archived}\n---\nA\n"],
  ];
  test.each(added)("works with %s", (_, before, after) => {
    expect(Buffer.from(flip(bytesOf(before), "archived")).toString()).toBe(after);
  });

  test("of a file without frontmatter keeps its id, times, words and bytes", () => {
    const before = bytesOf("\ufeff# A\r\n\r\nb\r\n");
    const flipped = flip(before, "archived");
    expect(Buffer.from(flipped).toString()).toMatch(/^\ufeff---\nid: rec_[\s\S]*---\n# A\r\n\r\nb\r\n$/);
    const later = parseRecord(flipped, { ...place, path: "lessons/renamed.md", mtimeMs: 0 });
    expect(later).toEqual({ kind: "record", record: { ...recordIn("# A\n\nb\n"), status: "archived" } });
  });

  test("to what it is gives the same bytes", () => {
    const bytes = bytesOf("A\n");
    expect(flip(bytes, "active")).toBe(bytes);
  });

  test("of a file that can't be read, or not be changed in one line, is refused", () => {
    for (const text of [
      "---\nid: [\n---\nA\n",
      "---\n{id: a}\n---\nA\n",
      "---\nstatus: |-\n  active\nid: a\n---\nA\n",
    ]) {
      expect(() => flip(bytesOf(text), "archived")).toThrowError(
        expect.objectContaining({ code: "store_unreadable", message: expect.stringContaining(place.path) }),
      );
    }
  });
});

describe("the path of a record", () => {
  const slugs: [summary: string, slug: string][] = [
    ["Use pnpm, not npm!", "use-pnpm-not-npm"],
    ["Grüße aus Zürich", "gru-e-aus-zurich"],
    ["日本語", "memory"],
    ["", "memory"],
    ["../../etc/passwd", "etc-passwd"],
    ["a\0b\n/c", "a-b-c"],
    [`${"word ".repeat(30)}`, "word-word-word-word-word-word-word-word-word-word-word-word"],
    ["x".repeat(300), "x".repeat(60)],
  ];
  test.each(slugs)("of %j is named by its words", (summary, slug) => {
    expect(recordPath({ ...base, summary })).toBe(`lessons/${slug}--rec_00112233445566778899.md`);
  });

  test("stays inside its folder and under 200 bytes, whatever the id and the summary", () => {
    fc.assert(
      fc.property(anyRecord(), (record) => {
        const path = recordPath(record);
        expect(path).toMatch(/^[a-z]+\/[a-z0-9-]+--[A-Za-z0-9_-]+\.md$/);
        expect(path.startsWith(`${groupOf[record.category]}/`)).toBe(true);
        expect(path.length).toBeLessThan(200);
      }),
    );
  });
});

function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 8; i++)
    lines.push(
      `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(", ")}]`,
    );
  return `${lines.join("\n")}\n`;
}

function anyRecord(): fc.Arbitrary<MemoryRecord> {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.string(),
    fc.constantFrom(...nasty.filter((text) => text.length < 1_000)),
  );
  const text = fc.oneof(
    piece,
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("\n")),
  );
  const name = text.map((value) => value || "x");
  const time = fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString());
  return fc.record(
    {
      id: name,
      category: fc.constantFrom("lesson", "preference", "decision", "domain"),
      status: fc.constantFrom("active", "archived"),
      scope: fc.constantFrom("project", "user"),
      trust: fc.constantFrom("user", "agent", "derived"),
      triggers: fc.array(fc.record({ type: fc.constantFrom("topic", "path", "error"), value: name }), {
        maxLength: 3,
      }),
      observed_at: time,
      created_at: time,
      supersedes: fc.array(text, { maxLength: 3 }),
      sources: fc.array(
        fc.record(
          {
            candidate_id: text,
            session_id: text,
            run_id: text,
            action: fc.constantFrom("add", "merge"),
            round: fc.integer({ min: 1, max: 9 }),
            quote: name,
          },
          { requiredKeys: ["candidate_id", "session_id", "run_id", "action"] },
        ),
        { maxLength: 3 },
      ),
      related: fc.array(text, { maxLength: 2 }),
      why: text,
      alternatives: fc.array(text, { maxLength: 3 }),
      forgotten: fc.string({ minLength: 1 }),
      summary: text,
      detail: text,
    },
    {
      requiredKeys: [
        "id",
        "category",
        "status",
        "scope",
        "trust",
        "triggers",
        "observed_at",
        "created_at",
        "supersedes",
        "sources",
        "related",
        "summary",
        "detail",
      ],
    },
  ) as fc.Arbitrary<MemoryRecord>;
}
