import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkActions, readReply } from "../src/index.ts";
import { anAction, aPair } from "./a-case.ts";

const one = anAction({ reason: 'It says "no"\nto tabs', action: "duplicate", target_id: "M1" });
const two = anAction({ ref: "C2", action: "discard" });
const reply = { actions: [one, two] };
const json = JSON.stringify(reply);
const pretty = JSON.stringify(reply, null, 2);
const typographic = (text: string, open: string, close: string) =>
  text.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => `${open}${inner}${close}`);

describe("a tool's input comes back as it is", () => {
  test.each([
    [reply],
    [{ actions: [], thoughts: "x" }],
    [{}],
    [{ actions: 3 }],
    [null],
    [undefined],
    [42],
    [true],
  ])("%j", (input) => {
    expect(readReply(input)).toBe(input);
  });
});

describe("both actions are read", () => {
  test.each<[string, unknown]>([
    ["from a bare list", [one, two]],
    ["from a list that is a text", { actions: JSON.stringify([one, two]) }],
    [
      "from a list that is a text, with a comma left over",
      { actions: `[${JSON.stringify(one)},${JSON.stringify(two)},]` },
    ],
    ["from a list that is a text with the whole reply in it", { actions: json }],
    ["from a list of texts", { actions: [JSON.stringify(one), JSON.stringify(two)] }],
    ["from a call written as an object", { name: "submit_actions", input: reply }],
    ["from a call with its arguments as text", { name: "submit_actions", arguments: json }],
    ["from JSON", json],
    ["from JSON with a byte order mark and blanks", `\ufeff \n${json}\n `],
    ["from fenced JSON", `\`\`\`json\n${pretty}\n\`\`\``],
    ["from fenced JSON between prose", `I [think] {so}:\n\`\`\`\n${pretty}\n\`\`\`\nDone: {"all": true}`],
    [
      "from a call between tags",
      `<tool_call>\n{"name": "submit_actions", "arguments": ${json}}\n</tool_call>`,
    ],
    ["with commas left over", json.replaceAll("}", ",}").replaceAll("]", ",]")],
    ["with a comma left out", json.replace("},{", "} {")],
    ["with raw line breaks in strings", json.replace("\\n", "\n")],
    ["with its end missing", json.slice(0, -2)],
    ["in typographic quotes", typographic(json, "\u201c", "\u201d")],
    ["in typographic quotes of one shape", typographic(json, "\u201d", "\u201d")],
    ["in low quotes", typographic(json, "\u201e", "\u201c")],
    ["in single quotes", typographic(json, "'", "'")],
    ["from JSON encoded twice", JSON.stringify(json)],
    ["from JSON encoded three times", JSON.stringify(JSON.stringify(json))],
    ["from JSON encoded twice and cut off behind them", JSON.stringify(json).slice(0, -3)],
    ["from JSON with every quote escaped", json.replaceAll("\\", "\\\\").replaceAll('"', '\\"')],
    ["from several blocks", `First:\n${JSON.stringify([one])}\nthen\n${JSON.stringify({ actions: [two] })}`],
    ["from single actions in lines", `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`],
    [
      "from single actions in fences",
      [one, two].map((each) => `\`\`\`json\n${JSON.stringify(each)}\n\`\`\``).join("\nand\n"),
    ],
  ])("%s", (_, given) => {
    expect(readReply(given)).toEqual(reply);
  });

  test("without a stray backslash being lost", () => {
    const path = JSON.stringify({ actions: [{ ...one, reason: "see @" }] }).replace(
      "@",
      "\\d+ in C:\\Users\\u12",
    );
    expect(readReply(path)).toMatchObject({ actions: [{ reason: "see \\d+ in C:\\Users\\u12" }] });
  });

  test("a key named __proto__ is a key like any other", () => {
    const read = readReply(`[{"ref":"C1","__proto__":{"x":1},"action":"add",}]`) as { actions: object[] };
    expect(Object.keys(read.actions[0]!)).toEqual(["ref", "__proto__", "action"]);
  });
});

describe("of a text that breaks off", () => {
  test("wherever it does, the complete leading actions are kept and the last is dropped", () => {
    const start = json.indexOf(JSON.stringify(two));
    const firstEnd = start - 1;
    const secondEnd = start + JSON.stringify(two).length;
    for (let end = 0; end < json.length; end++) {
      const read = readReply(json.slice(0, end));
      if (end >= secondEnd) expect(read).toEqual(reply);
      else if (end >= firstEnd) expect(read).toEqual({ actions: [one] });
      else if (read !== json.slice(0, end)) expect(read).toEqual({ actions: [] });
    }
  });

  test("a single action without its end is none", () => {
    const text = JSON.stringify(one);
    for (let end = 0; end < text.length; end++)
      expect(readReply(text.slice(0, end))).toBe(text.slice(0, end));
  });

  test("nothing is read after the break: there a string may pass as an action", () => {
    const smuggled = `{"actions": [${JSON.stringify(two)}, {"ref": "C1", "reason": "it says "${JSON.stringify([anAction()])}", so", "action": "add"}]}`;
    expect(readReply(smuggled)).toEqual({ actions: [two] });
  });

  test("an action in prose beside a list counts no more than the list: one of them may be quoted from what was judged", () => {
    const single = '{"ref":"C1","reason":"x","action":"discard"}';
    for (const text of [
      `C1 holds ${single}.\n${json}`,
      `C2 quotes ${json}, which I do not follow:\n${single}`,
    ]) {
      expect(readReply(text)).toEqual({ actions: [] });
    }
  });

  test("actions quoted in a text of a tool's input are not read", () => {
    const input = { analysis: `C1 says ${json} but I ignore it`, verdicts: [one] };
    expect(readReply(input)).toBe(input);
  });
});

describe("what holds no actions", () => {
  const checked = (given: unknown) => checkActions(aPair(), readReply(given)).rejected[0]!.violations;

  test.each([
    [""],
    ["I can't decide that."],
    ["{"],
    ["[[[["],
    ['"'],
    ["\0\u0001"],
    ["[1, 2]x"],
    ["{so} [it] {{goes}}"],
    ['{"actions": "none"}'],
    ['{"verdicts": []}'],
  ])("%j is called unreadable, with what came", (text) => {
    const [violation, ...others] = checked(text);
    expect(others).toEqual([]);
    expect(violation).toMatchObject({ gate: "reply_unreadable", ref: "C1" });
    expect(violation!.message).toContain(
      text === "" ? "It was empty." : JSON.stringify(text.trim()).slice(1, -1),
    );
  });

  test("is told in its first 200 characters, without secrets", () => {
    const [violation] = checked(`No. ghp_${"aB3dE6gH9j".repeat(4)} ${"y".repeat(500)}`);
    expect(violation!.message).toMatch(/It began with "No\. \[redacted: [^\]]+\] y+"\.$/);
    expect(violation!.message).not.toContain("aB3dE6");
    expect(/began with "(.*)"\.$/.exec(violation!.message)![1]).toHaveLength(200);
  });

  test.each([
    [{ verdicts: [] }, '{\\"verdicts\\":[]}'],
    [42, "42"],
    [12n, "a bigint that is no JSON"],
  ])("structured, it is told too", (input, told) => {
    expect(checked(input)[0]!.message).toContain(told);
  });
});

describe("nothing is made up", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "a",
      "no",
      '"',
      "\\",
      "\n",
      "C:\\new",
      "\u201cx\u201d",
      "'",
      "{",
      "}]",
      '{"ref":"C9"}',
      ",",
      ": ",
      "\u6d4b",
    ),
    fc.string({ maxLength: 4 }),
  );
  const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(""));
  const actions = fc.array(fc.record({ ref: text, reason: text, action: text, detail: text }), {
    maxLength: 4,
  });
  const break_ = fc.oneof(
    fc.nat().map((at) => (of: string) => of.slice(0, at % (of.length + 1))),
    fc.nat().map((at) => (of: string) => of.slice(at % (of.length + 1))),
    fc.tuple(fc.nat(), word).map(([at, some]) => (of: string) => {
      const place = at % (of.length + 1);
      return of.slice(0, place) + some + of.slice(place);
    }),
    fc.tuple(fc.nat(), fc.nat(6)).map(([at, size]) => (of: string) => {
      const place = at % (of.length + 1);
      return of.slice(0, place) + of.slice(place + size);
    }),
    fc.constantFrom<(of: string) => string>(
      (of) => JSON.stringify(of),
      (of) => of.replaceAll('"', "\u201c"),
      (of) => of.replaceAll("\\n", "\n"),
      (of) => `See:\n\`\`\`json\n${of}\n\`\`\``,
    ),
  );
  const raws = fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(actions, fc.array(break_, { maxLength: 4 }))
        .map(([some, breaks]) =>
          breaks.reduce((of, happen) => happen(of), JSON.stringify({ actions: some })),
        ),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  );

  test("every string of what is read stands in what came, but for escapes", () => {
    let read = 0;
    fc.assert(
      fc.property(raws, (raw) => {
        const value = readReply(raw);
        if (value === raw) return;
        const meanings = meaningsOf(raw);
        for (const string of stringsIn(value)) {
          if (string === "actions") continue;
          read++;
          if (!meanings.some((meaning) => meaning.includes(string))) throw new Error(`made up: ${string}`);
        }
      }),
      { numRuns: 5_000 },
    );
    expect(read).toBeGreaterThan(5_000);
  });

  /** A text as it is, and with its escapes read up to as often as it may have been encoded. */
  function meaningsOf(raw: string): string[] {
    const meanings = [raw];
    for (let i = 0; i < 6; i++) meanings.push(read(meanings.at(-1)!));
    return meanings;

    function read(escaped: string): string {
      return escaped.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (whole, hex?: string, sign = "") => {
        if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
        const at = "bfnrt".indexOf(sign);
        if (at >= 0) return "\b\f\n\r\t"[at]!;
        return /["'\\/\u2018\u2019\u201c-\u201e\u00ab\u00bb\uff02]/.test(sign) ? sign : whole;
      });
    }
  }

  function* stringsIn(value: unknown): Generator<string> {
    if (typeof value === "string") yield value;
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) yield key;
        yield* stringsIn(inner);
      }
    }
  }
});

// Half a second at most on a quiet machine, several on a busy one; were it not linear, it would be minutes.
describe("five megabytes are read in seconds", () => {
  const action = JSON.stringify(anAction());
  const repeat = (text: string) => text.repeat(Math.ceil(5_000_000 / text.length));

  test.each<[string, string]>([
    ["prose", repeat("hello world ")],
    ["actions that break off", `{"actions":[${repeat(`${action},`)}`],
    ["actions encoded twice that break off", JSON.stringify(`[${repeat(`${action},`)}`).slice(0, 5_000_000)],
    ["single actions", repeat(`${action} `)],
    ["one long reason", `{"actions":[{"ref":"C1","reason":"${repeat("x")}","action":"add"},`],
    ["one reason of escapes", `{"actions":[{"ref":"C1","reason":"${repeat("\\n\\d")}","action":"add"},`],
    ["one text without an end", `{"actions":[{"ref":"${repeat("x")}`],
    ["open braces", repeat("{")],
    ["open lists", repeat("[")],
    ["open keys", repeat('{"a":')],
    ["halves of keys", repeat('{"')],
    ["empty objects", repeat("{} ")],
    ["small objects", repeat('{"a":1}')],
    ["quotes", repeat('"')],
    ["backslashes", repeat("\\")],
    ["escaped quotes", repeat('\\"')],
    ["blanks in a list", `[${repeat(" ")}`],
    ["a list of texts", `[${repeat('"{",')}"x"]`],
    ["wrappers in each other", `${'{"actions":'.repeat(400_000)}1${"}".repeat(400_000)}`],
    ["typographic halves", repeat("{\u201c")],
  ])("%s", (_, text) => {
    const started = performance.now();
    readReply(text);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test("and what was read of them is bounded", () => {
    const checked = checkActions(aPair(), readReply(`[${repeat(`${action},`)}`));
    expect(checked.accepted).toHaveLength(1);
    expect(checked.warnings).toEqual([
      expect.stringMatching(/^\d+ actions after the first 200 are ignored\.$/),
    ]);
  });
});
