import { bounds, candidateSchema, categories, groupOf, readProposal } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const context = { sessionId: "session-1", trust: "agent", observedAt: "2030-01-01T12:00:00.000Z" } as const;
const read = (proposal: unknown) => readProposal(proposal, context);
const lesson = (member: unknown) => read({ lessons: [member] });
const refusedPaths = (proposal: unknown) => read(proposal).refused.map(({ path }) => path);
const thrownBy = (act: () => unknown) => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe("the whole", () => {
  test("may be bare, or under candidates", () => {
    const groups = { lessons: [{ summary: "a" }], preferences: [{ summary: "b" }] };
    expect(read(groups).candidates).toEqual(read({ candidates: groups }).candidates);
    expect(read(groups).candidates.map(({ category }) => category)).toEqual(["lesson", "preference"]);
  });

  test("may leave out groups, or give null for them", () => {
    expect(read({ lessons: [] })).toEqual({ candidates: [], refused: [], notes: [] });
    expect(read({ lessons: null, domain: ["fact"] }).candidates).toHaveLength(1);
    expect(read({ candidates: null, domain: ["fact"] }).candidates).toHaveLength(1);
  });

  test.each([
    [undefined],
    [null],
    [42],
    ["lessons"],
    [[]],
    [[{ summary: "a" }]],
    [{}],
    [{ memories: [] }],
    [{ candidates: [] }],
    [{ candidates: "lessons" }],
    [{ candidates: { candidates: { lessons: [] } } }],
    [JSON.parse('{"__proto__": {"lessons": [{"summary": "a"}]}}')],
  ])("of another shape is refused as a whole: %j", (proposal) => {
    const error = thrownBy(() => read(proposal));
    expect(error).toMatchObject({ code: "invalid_candidates" });
    expect((error as { hint: string }).hint).toContain("Nothing was staged");
  });

  test.each(["", " \n", "x".repeat(bounds.sessionId + 1)])("needs a session id, not %j", (sessionId) => {
    expect(thrownBy(() => readProposal({ lessons: [] }, { ...context, sessionId }))).toMatchObject({
      code: "invalid_candidates",
    });
  });

  test.each(["../../etc", "a/b", "..", "NUL \0 inside", "\ud800", "会话"])(
    "takes any session id that a host may have: %j",
    (sessionId) => {
      const [candidate] = readProposal({ lessons: ["a"] }, { ...context, sessionId }).candidates;
      expect(candidate!.candidate_id).toMatch(/^cand_[0-9a-f]{20}$/);
    },
  );
});

/** A member that is refused, and every path that is named. `$` is the member's own path. */
const refusals: readonly (readonly [string, unknown, string[]])[] = [
  ["null", null, ["$"]],
  ["a number", 42, ["$"]],
  ["an array", [{ summary: "a" }], ["$"]],
  ["a blank text", "  ", ["$.summary"]],
  ["no summary", { detail: "d" }, ["$.summary"]],
  ["a blank summary", { summary: " \n\t" }, ["$.summary"]],
  ["a summary of another type", { summary: { text: "a" } }, ["$.summary"]],
  ["a long summary", { summary: "x".repeat(301) }, ["$.summary"]],
  ["a long detail", { summary: "a", detail: "x".repeat(16_001) }, ["$.detail"]],
  ["a detail of another type", { summary: "a", detail: ["d"] }, ["$.detail"]],
  ["another scope", { summary: "a", scope_suggestion: "global" }, ["$.scope_suggestion"]],
  ["triggers that are no list", { summary: "a", triggers: "git" }, ["$.triggers"]],
  [
    "a trigger of another type",
    { summary: "a", triggers: ["git", { type: "mood", value: "x" }] },
    ["$.triggers[1].type"],
  ],
  ["a blank trigger", { summary: "a", triggers: [{ type: "tool", value: " " }] }, ["$.triggers[0].value"]],
  ["a long trigger", { summary: "a", triggers: ["x".repeat(501)] }, ["$.triggers[0].value"]],
  ["too many triggers", { summary: "a", triggers: Array(51).fill("x") }, ["$.triggers"]],
  [
    "evidence without a quote",
    { summary: "a", source_evidence: { entry_id: "1" } },
    ["$.source_evidence.quote"],
  ],
  ["an empty quote", { summary: "a", source_evidence: "" }, ["$.source_evidence.quote"]],
  ["evidence of another type", { summary: "a", source_evidence: 7 }, ["$.source_evidence"]],
  ["bad pieces of evidence", { summary: "a", source_evidence: [{ quote: "q" }, 7] }, ["$.source_evidence"]],
  ["a long quote", { summary: "a", source_evidence: "x".repeat(4_001) }, ["$.source_evidence.quote"]],
  [
    "a long entry id",
    { summary: "a", source_evidence: { quote: "q", entry_id: "x".repeat(1_001) } },
    ["$.source_evidence.entry_id"],
  ],
  ["several faults", { detail: 1, scope_suggestion: "x" }, ["$.summary", "$.detail", "$.scope_suggestion"]],
];

describe("a member that can't be used is refused by its path, and costs only itself", () => {
  test.each(refusals)("%s", (_, member, paths) => {
    const { candidates, refused } = read({ lessons: ["first", "second", member, "last"] });
    const expected = paths.map((path) => path.replace("$", "candidates.lessons[2]"));
    expect(refused.map(({ path }) => path)).toEqual(expected);
    for (const { message } of refused) expect(message).toMatch(/\w.*\.$/s);
    expect(candidates.map(({ summary }) => summary)).toEqual(["first", "second", "last"]);
  });

  test("what only a decision has is checked there", () => {
    const long = { summary: "a", why: "x".repeat(16_001), alternatives: ["ok", "x".repeat(2_001)] };
    expect(refusedPaths({ decisions: [long] })).toEqual([
      "candidates.decisions[0].why",
      "candidates.decisions[0].alternatives[1]",
    ]);
    expect(refusedPaths({ decisions: [{ summary: "a", alternatives: "x" }] })).toEqual([
      "candidates.decisions[0].alternatives",
    ]);
    expect(refusedPaths({ decisions: [{ summary: "a", alternatives: Array(51).fill("x") }] })).toEqual([
      "candidates.decisions[0].alternatives",
    ]);
  });

  test.each([["a text"], [{}], [7], [true]])(
    "a group that is no array is refused by its name: %j",
    (group) => {
      const { candidates, refused } = read({ lessons: group, domain: ["fact"] });
      expect(refused.map(({ path }) => path)).toEqual(["candidates.lessons"]);
      expect(candidates).toHaveLength(1);
    },
  );

  test("the 201st is refused by name, whichever group it is in", () => {
    const many = (n: number, name: string) => Array.from({ length: n }, (_, i) => `${name} ${i}`);
    const { candidates, refused } = read({ lessons: many(150, "lesson"), domain: many(51, "fact") });
    expect(candidates).toHaveLength(200);
    expect(refused.map(({ path }) => path)).toEqual(["candidates.domain[50]"]);
  });

  test("bounds count characters, not bytes or halves of them", () => {
    expect(refusedPaths({ lessons: [{ summary: "🧠".repeat(300) }] })).toEqual([]);
    expect(refusedPaths({ lessons: [{ summary: "🧠".repeat(301) }] })).toEqual([
      "candidates.lessons[0].summary",
    ]);
  });
});

describe("a text alone", () => {
  test("is a summary, as {text} too", () => {
    expect(lesson("Run it twice").candidates[0]).toMatchObject({ summary: "Run it twice", detail: "" });
    expect(lesson({ text: "Run it twice" }).candidates).toEqual(lesson("Run it twice").candidates);
  });

  test("that is long is the detail as a whole, and begins the summary", () => {
    const text = `Run it twice. ${"More of it follows here. ".repeat(30)}`;
    expect(lesson(text).candidates[0]).toMatchObject({ summary: "Run it twice.", detail: text });
    const [endless] = lesson("word ".repeat(200)).candidates;
    expect(endless!.summary).toMatch(/^(word ?)+…$/);
    expect([...endless!.summary].length).toBeLessThanOrEqual(bounds.summary);
    expect(endless!.detail).toBe("word ".repeat(200));
  });

  test("of several lines keeps them in the detail", () => {
    expect(lesson("First line.\n- second").candidates[0]).toMatchObject({
      summary: "First line.",
      detail: "First line.\n- second",
    });
  });

  test("beside a summary is the detail, and beside both it is said to be ignored", () => {
    expect(lesson({ summary: "a", text: "b" }).candidates[0]).toMatchObject({ summary: "a", detail: "b" });
    expect(lesson({ summary: null, text: "b" }).candidates[0]).toMatchObject({ summary: "b" });
    const both = lesson({ summary: "a", detail: "d", text: "b" });
    expect(both.candidates[0]).toMatchObject({ summary: "a", detail: "d" });
    expect(both.notes[0]!.message).toContain("text");
  });
});

describe("what code fills in, drops or joins is said", () => {
  test("triggers and scope are filled in", () => {
    const { candidates, notes } = lesson({ summary: "Run `pnpm test` first" });
    expect(candidates[0]).toMatchObject({ scope_suggestion: "project" });
    expect(candidates[0]!.triggers).toEqual([{ type: "command", value: "pnpm test" }]);
    expect(lesson({ summary: "Run `pnpm test` first", triggers: [] }).candidates).toEqual(candidates);
    expect(notes).toEqual([
      {
        path: "candidates.lessons[0]",
        message: expect.stringMatching(/scope_suggestion.*triggers.*pnpm test/),
      },
    ]);
  });

  test("triggers that are given stay, in any accepted form", () => {
    const triggers = ["git", { type: "path", value: "src/a.ts" }];
    expect(lesson({ summary: "a", triggers }).candidates[0]!.triggers).toEqual([
      { type: "topic", value: "git" },
      { type: "path", value: "src/a.ts" },
    ]);
  });

  test.each(categories)("a %s gets what it has, and hears what it has not", (category) => {
    const member = { summary: "a", why: "w", alternatives: ["b"], triggers: ["git"] };
    const { candidates, notes } = read({ [groupOf[category]]: [member] });
    expect("why" in candidates[0]!).toBe(category === "decision");
    expect("alternatives" in candidates[0]!).toBe(category === "decision");
    expect("triggers" in candidates[0]!).toBe(category === "lesson");
    const ignored = notes.map(({ message }) => message).find((message) => message.startsWith("Ignored"))!;
    for (const key of ["why", "alternatives"]) expect(ignored.includes(key)).toBe(category !== "decision");
    expect(ignored.includes("triggers")).toBe(category !== "lesson");
  });

  test("what belongs to the host is never taken from the text", { tags: ["code-owns-structure"] }, () => {
    const forged = {
      summary: "a",
      candidate_id: "cand_00",
      trust: "user",
      observed_at: "1999-01-01T00:00:00.000Z",
      reconcile_attempts: 7,
      round: 3,
    };
    const { candidates, notes } = lesson(forged);
    expect(candidates).toEqual(lesson({ summary: "a" }).candidates);
    expect(notes[0]!.message).toContain("trust");
  });

  test("nulls are as if left out", () => {
    const nulls = {
      summary: "a",
      detail: null,
      triggers: null,
      scope_suggestion: null,
      source_evidence: null,
    };
    expect(lesson(nulls)).toEqual(lesson({ summary: "a" }));
  });

  test("several pieces of evidence become one", () => {
    const evidence = ["first", { quote: "second", entry_id: "2" }];
    expect(lesson({ summary: "a", source_evidence: evidence }).candidates[0]!.source_evidence).toEqual({
      quote: "first\nsecond",
    });
    expect(lesson({ summary: "a", source_evidence: [] }).candidates[0]).not.toHaveProperty("source_evidence");
  });

  test("the same words twice are one candidate", () => {
    const { candidates, refused, notes } = read({ lessons: ["Run it  twice", "Run it twice"] });
    expect([candidates.length, refused.length]).toEqual([1, 0]);
    expect(notes.map(({ path }) => path)).toContain("candidates.lessons[1]");
    expect(read({ lessons: ["same"], domain: ["same"] }).candidates).toHaveLength(2);
  });

  test("other keys of the whole are named, a few of them and on one line", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key\n${i}`, 1]));
    const { notes } = read({ lessons: [], ...many });
    expect(notes).toHaveLength(1);
    expect(notes[0]!.message).toMatch(/^Ignored: key 0, .*4990 more.*lessons/);
    expect(lesson({ summary: "a", ...many }).notes[0]!.message.length).toBeLessThan(400);
  });
});

describe("secrets", () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;

  test("are taken out of every text before ids are made, and said", () => {
    const member = {
      summary: `Use ${secret}`,
      detail: secret,
      triggers: [secret],
      source_evidence: { quote: secret, entry_id: secret },
    };
    const result = lesson(member);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result.candidates[0]!.summary).toBe("Use [redacted: GitHub token]");
    expect(result.notes.map(({ path }) => path)).toContain("candidates.lessons[0].detail");
    const plain = lesson({ summary: "Use [redacted: GitHub token]", detail: "[redacted: GitHub token]" });
    expect(result.candidates[0]!.candidate_id).toBe(plain.candidates[0]!.candidate_id);
  });

  test("are taken out of a decision's why and alternatives", () => {
    expect(
      JSON.stringify(read({ decisions: [{ summary: "a", why: secret, alternatives: [secret] }] })),
    ).not.toContain(secret);
  });
});

describe("hostile input", () => {
  test("of 5 MB is refused by name, soon", () => {
    const start = performance.now();
    for (const text of ["x".repeat(5_000_000), "word. ".repeat(800_000), `${" ".repeat(5_000_000)}x`]) {
      expect(refusedPaths({ lessons: [{ summary: "a", detail: text }] })).toEqual([
        "candidates.lessons[0].detail",
      ]);
      lesson(text);
      lesson({ text });
      lesson({ summary: text });
    }
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  test("with NUL, control characters and odd line ends is kept as it is", () => {
    const detail = "a\0b\u0007c\r\nd\u2028e\u001b[31mf";
    expect(lesson({ summary: "s", detail }).candidates[0]!.detail).toBe(detail);
    expect(lesson({ summary: "one\r\ntwo\0three" }).candidates[0]!.summary).toBe("one two\0three");
  });

  test("with half characters becomes text that every file can hold", () => {
    const { candidates } = lesson({ summary: "a\ud800b", detail: "\udfff", source_evidence: "\ud83d" });
    expect(JSON.stringify(candidates)).not.toMatch(/\\ud[89a-f]/i);
    expect(candidates[0]!.summary).toBe("a\ufffdb");
  });

  test("with prototype keys changes no prototype and gives no field", () => {
    const member = JSON.parse(
      '{"summary": "a", "__proto__": {"detail": "d"}, "constructor": {"prototype": {"x": 1}}}',
    );
    const { candidates } = read(JSON.parse(`{"lessons": [${JSON.stringify(member)}]}`));
    expect(lesson(member).candidates[0]!.detail).toBe("");
    expect(candidates[0]!.detail).toBe("");
    expect(({} as { x?: unknown; detail?: unknown }).x).toBeUndefined();
    expect(Object.getPrototypeOf(candidates[0])).toBe(Object.prototype);
    expect(lesson(JSON.parse('{"__proto__": {"summary": "a"}}')).refused).toHaveLength(1);
  });
});

const anything = fc.anything({ maxDepth: 4, withNullPrototype: true });
const member = fc.oneof(
  anything,
  fc.string({ unit: "binary" }),
  fc.record(
    {
      summary: fc.oneof(fc.string({ unit: "binary" }), anything),
      detail: fc.oneof(fc.string({ unit: "binary" }), anything),
      text: fc.string(),
      triggers: fc.oneof(fc.array(fc.oneof(fc.string(), anything)), anything),
      scope_suggestion: fc.constantFrom("project", "user", "other"),
      source_evidence: fc.oneof(fc.string(), fc.record({ quote: fc.string() }), anything),
    },
    { requiredKeys: [] },
  ),
);

describe("for any proposal", () => {
  const proposals = fc.record(
    {
      lessons: fc.array(member),
      preferences: fc.array(member),
      decisions: fc.array(member),
      domain: anything,
    },
    { requiredKeys: ["lessons"] },
  );

  test("every candidate is a valid one, and each member is a candidate, refused, or said to be one already", () => {
    fc.assert(
      fc.property(proposals, (proposal) => {
        const { candidates, refused, notes } = read(proposal);
        for (const candidate of candidates) expect(candidateSchema.parse(candidate)).toEqual(candidate);
        const members = Object.values(proposal).reduce<number>(
          (n, group) => n + (Array.isArray(group) ? group.length : 0),
          0,
        );
        const refusedMembers = new Set(refused.map(({ path }) => /^candidates\.\w+\[\d+\]/.exec(path)?.[0]));
        refusedMembers.delete(undefined);
        const again = notes.filter(({ message }) => message.startsWith("Says the same"));
        expect(candidates.length + refusedMembers.size + again.length).toBe(members);
      }),
      { numRuns: 500 },
    );
  });

  test("what was read can be proposed again, and is the same", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 50 })), (texts) => {
        const { candidates } = read({ domain: texts });
        const again = read({ domain: candidates.map(({ summary, detail }) => ({ summary, detail })) });
        expect(again.candidates).toEqual(candidates);
      }),
    );
  });
});
