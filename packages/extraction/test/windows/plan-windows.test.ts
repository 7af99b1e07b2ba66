import type { Turn } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { halveWindow, partKeys, planWindows, turnKeys, type Window } from "../../src/index.ts";
import { aTurn, windowsOf } from "../a-window.ts";

const words = (count: number, of: string) => `${of} `.repeat(count).trim();
const said = (n: number, role: Turn["role"] = "user", length = 100): Turn =>
  aTurn(`${n}: ${words(length, `word${n}`)}`, { id: `t${n}`, role });
const conversation = (count: number, length = 100) =>
  Array.from({ length: count }, (_, n) => said(n, n % 2 === 0 ? "user" : "assistant", length));

const fresh = (window: Window) => window.passages.filter(({ isNew }) => isNew).map(({ turn }) => turn.id);
const context = (window: Window) => window.passages.filter(({ isNew }) => !isNew).map(({ turn }) => turn.id);
const shownIn = (window: Window) => window.passages.flatMap(({ pieces }) => pieces).join("\n");

describe("a session that is longer than a window is read in several", () => {
  test("every turn is new in exactly one, in order, and none is above the bound", () => {
    const turns = conversation(60);
    const windows = windowsOf(turns, { tokens: 2_000 });
    expect(windows.length).toBeGreaterThan(3);
    expect(windows.flatMap(fresh)).toEqual(turns.map(({ id }) => id));
    for (const { tokens } of windows) expect(tokens).toBeLessThanOrEqual(2_000);
  });

  test("each begins with whole turns of the one before", () => {
    const turns = conversation(60, 30);
    const [first, second] = windowsOf(turns, { tokens: 2_000 });
    expect(context(first!)).toEqual([]);
    expect(context(second!).length).toBeGreaterThan(0);
    expect(fresh(first!).slice(-context(second!).length)).toEqual(context(second!));
    for (const passage of second!.passages) expect(passage.pieces.join("")).toBe(passage.turn.text);
  });

  test("where the turn before is too long for that, its beginning and its end are shown", () => {
    const [, second] = windowsOf(conversation(60, 250), { tokens: 2_000 });
    const [before] = second!.passages;
    expect(before!.isNew).toBe(false);
    expect(before!.leftOut).toBeGreaterThan(0);
    expect(before!.turn.text.startsWith(before!.pieces[0]!)).toBe(true);
    expect(before!.turn.text.endsWith(before!.pieces[1]!)).toBe(true);
  });

  test("the last words of a person stand in the last window, word for word", () => {
    const last = aTurn(`And the very last: ${words(50, "end")}`, { id: "last" });
    const windows = windowsOf([...conversation(200), last], { tokens: 2_000 });
    expect(shownIn(windows.at(-1)!)).toContain(last.text);
  });

  test("the same session gives the same windows", () => {
    expect(windowsOf(conversation(30), { tokens: 1_500 })).toEqual(
      windowsOf(conversation(30), { tokens: 1_500 }),
    );
  });
});

describe("what takes too much room", () => {
  test("a tool's result is shortened to its beginning and its end, and says how much is missing", () => {
    const text = `BEGIN ${words(1_000, "noise")} END`;
    const [window] = windowsOf([said(1), aTurn(text, { id: "r", role: "tool", tool: "bash" })]);
    const { pieces, leftOut } = window!.passages[1]!;
    expect(pieces[0]).toMatch(/^BEGIN/);
    expect(pieces[1]).toMatch(/END$/);
    expect(pieces.join("").length + leftOut).toBe(text.length);
    expect(pieces.join("").length).toBeLessThanOrEqual(600);
  });

  test("more is shown of a result that failed", () => {
    const length = (failed: boolean) => {
      const turn = aTurn(words(1_000, "noise"), { id: "r", role: "tool", failed });
      return windowsOf([said(1), turn])[0]!.passages[1]!.pieces.join("").length;
    };
    expect(length(true)).toBeGreaterThan(length(false));
  });

  test("less is shown of what stands in a file anyway", () => {
    const length = (shows_file: boolean) => {
      const turn = aTurn(words(1_000, "noise"), { id: "r", role: "tool", ...(shows_file && { shows_file }) });
      return windowsOf([said(1), turn])[0]!.passages[1]!.pieces.join("").length;
    };
    expect(length(true)).toBeLessThan(length(false));
  });

  test("tools are shortened where a person's words beside them stay whole", () => {
    const person = aTurn(words(1_200, "mine"), { id: "p" });
    const tools = Array.from({ length: 20 }, (_, n) =>
      aTurn(words(500, "noise"), { id: `r${n}`, role: "tool" }),
    );
    const windows = windowsOf([...tools, person], { tokens: 4_000 });
    expect(windows.map(shownIn).join("\n")).toContain(person.text);
  });

  test("what an agent says is shortened only where it would fill the window", () => {
    const long = said(2, "assistant", 3_000);
    expect(windowsOf([said(1), long], { tokens: 20_000 })[0]!.passages[1]!.leftOut).toBe(0);
    expect(
      windowsOf([said(1), long], { tokens: 4_000 }).flatMap(({ passages }) => passages)[1]!.leftOut,
    ).toBeGreaterThan(0);
  });

  test("words of a person that no window holds are parted, and joined again they are what was said", () => {
    const person = aTurn(words(5_000, "mine"), { id: "p" });
    const windows = windowsOf([person], { tokens: 2_000 });
    expect(windows.length).toBeGreaterThan(3);
    const parts = windows.flatMap(({ passages }) => passages.filter(({ isNew }) => isNew));
    expect(parts.flatMap(({ pieces }) => pieces).join("")).toBe(person.text);
    expect(parts.map(({ part }) => part!.number)).toEqual(parts.map((_, index) => index + 1));
    for (const { tokens } of windows) expect(tokens).toBeLessThanOrEqual(2_000);
  });

  test("a parted turn counts as read when all of its parts do, and goes on with those that do not", () => {
    const turns = [aTurn(words(5_000, "mine"), { id: "p" })];
    const keys = turnKeys({ turns });
    const all = partKeys(turns, keys, 2_000);
    const { windows, parted } = planWindows({
      turns,
      keys,
      read: new Set(all.slice(0, 2)),
      windowTokens: 2_000,
    });
    expect(parted).toEqual([{ key: keys[0], parts: all }]);
    expect(windows.flatMap((window) => window.keys)).toEqual(all.slice(2));
    expect(planWindows({ turns, keys, read: new Set(keys), windowTokens: 2_000 }).windows).toEqual([]);
  });
});

describe("what was read before", () => {
  test("is not new, and stands before what is", () => {
    const [window, ...others] = windowsOf(conversation(6), { readBefore: [0, 1, 2, 3] });
    expect(others).toEqual([]);
    expect(fresh(window!)).toEqual(["t4", "t5"]);
    expect(context(window!)).toEqual(["t0", "t1", "t2", "t3"]);
  });

  test("makes no window alone", () => {
    expect(windowsOf(conversation(3), { readBefore: [0, 1, 2] })).toEqual([]);
  });

  test("is not shown where a long stretch of it parts what is new", () => {
    const windows = windowsOf(conversation(80), {
      tokens: 2_000,
      readBefore: Array.from({ length: 70 }, (_, n) => n + 5),
    });
    expect(windows.map(fresh)).toEqual([
      ["t0", "t1", "t2", "t3", "t4"],
      ["t75", "t76", "t77", "t78", "t79"],
    ]);
    expect(windows.reduce((sum, { passages }) => sum + passages.length, 0)).toBeLessThan(20);
  });
});

describe("a window that is too much is halved", () => {
  test("each half has half of what is new, and the second begins with what went before", () => {
    const [window] = windowsOf(conversation(6));
    const [first, second] = halveWindow(window!)!;
    expect([fresh(first), fresh(second)]).toEqual([
      ["t0", "t1", "t2"],
      ["t3", "t4", "t5"],
    ]);
    expect(context(second)).toEqual(["t1", "t2"]);
    expect([...first.keys, ...second.keys]).toEqual(window!.keys);
  });

  test("one turn can't be halved", () => {
    expect(halveWindow(windowsOf(conversation(1))[0]!)).toBeUndefined();
  });
});

test("no turn is lost or doubled, whatever is said and whatever was read", () => {
  const turn = fc.record({
    id: fc.uuid(),
    role: fc.constantFrom("user", "assistant", "tool" as const),
    text: fc.oneof(fc.string({ unit: "grapheme", maxLength: 4_000 }), fc.constant(words(3_000, "long"))),
  }) as fc.Arbitrary<Turn>;
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 12 }), fc.infiniteStream(fc.boolean()), (turns, dice) => {
      const keys = turnKeys({ turns });
      const read = new Set(keys.filter(() => dice.next().value));
      const { windows, parted } = planWindows({ turns, keys, read, windowTokens: 1_000 });
      const partsOf = new Map(parted.map(({ key, parts }) => [key, parts]));
      const wanted = keys.filter((key) => !read.has(key)).flatMap((key) => partsOf.get(key) ?? [key]);
      expect(windows.flatMap((window) => window.keys)).toEqual(wanted);
      for (const { tokens, passages } of windows)
        if (passages.filter(({ isNew }) => isNew).length > 1) expect(tokens).toBeLessThanOrEqual(1_000);
    }),
    { numRuns: 60 },
  );
});
