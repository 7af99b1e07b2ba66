import { readProposal } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Proposal } from "../src/extraction.ts";
import { hasCue } from "../src/rules/cue-words.ts";
import { extractByRules } from "../src/rules/extract-by-rules.ts";
import { turnKeys } from "../src/turn-keys.ts";
import { left } from "./left.ts";
import { heard, saying, transcriptOf } from "./said.ts";
import { taken } from "./taken.ts";

function only(text: string): Proposal {
  const { found } = heard(text);
  expect(found).toHaveLength(1);
  return found[0]!.proposal;
}

describe("a decision keeps its reason and what it was made against", () => {
  test.each([
    [
      "We decided to use Postgres instead of SQLite because two services write.",
      "two services write",
      ["SQLite"],
    ],
    ["We chose Fastify over Express since it validates schemas", "it validates schemas", ["Express"]],
    ["We decided to move from Jest to Vitest so that ESM works.", "ESM works", ["Jest"]],
    ["We agreed on ULIDs rather than UUIDs or serial numbers.", undefined, ["UUIDs", "serial numbers"]],
    ["Decision: totals are computed in SQL. The reason is that floats drift.", "floats drift", undefined],
    ["Decision: keep HTTP over TLS since 2019.", undefined, undefined],
    ["We decided to send PDFs over SFTP.", undefined, undefined],
  ])("%s", (said, why, alternatives) => {
    const proposal = only(said);
    expect(proposal.why).toBe(why);
    expect(proposal.alternatives).toEqual(alternatives);
  });

  test("the reason is not repeated in the summary", () => {
    expect(only("We decided to use SQLite because it needs no server.").summary).toBe("Use SQLite");
  });
});

describe("what the person goes on to say about it is its detail", () => {
  test("sentences that speak of it are taken along, the next request is not", () => {
    const { detail } = only(
      "Never retry a payment. It was charged twice in May. That cost us a customer. Can you fix the handler now?",
    );
    expect(detail).toBe("It was charged twice in May. That cost us a customer.");
  });

  test("a sentence that speaks of something else is no detail", () => {
    expect(only("Never retry a payment. Stripe is down again.").detail).toBeUndefined();
  });

  test("two directives in one turn are two candidates, each with its own quote", () => {
    const { found } = heard("Always use UTC. Never log e-mail addresses because of privacy law.");
    expect(found.map(({ proposal }) => proposal.source_evidence.quote)).toEqual([
      "Always use UTC.",
      "Never log e-mail addresses because of privacy law.",
    ]);
  });

  test("a directive longer than a summary may be is shortened, and whole in the detail", () => {
    const long = `Always check ${"the totals and ".repeat(30)}the tax.`;
    const { summary, detail } = only(long);
    expect(summary.length).toBeLessThanOrEqual(300);
    expect(summary.endsWith("…")).toBe(true);
    expect(detail).toBe(long.slice(0, -1));
  });

  test("the detail is bounded", () => {
    const { detail } = only(`Never retry a payment. ${"It was charged twice in May. ".repeat(400)}`);
    expect(detail!.length).toBeLessThanOrEqual(4_000);
  });

  test("a wrapped line is one sentence", () => {
    const said =
      "Always run the whole integration suite against the real database\nbefore you open a pull request.";
    expect(only(said).summary).toBe(
      "Always run the whole integration suite against the real database before you open a pull request",
    );
    expect(only(said).source_evidence.quote).toBe(said);
  });
});

describe("a memory is the person's own only when they say so", () => {
  test.each([
    ["I prefer tabs over spaces.", "project"],
    ["Always use UTC everywhere.", "project"],
    ["In this project I prefer tabs.", "project"],
    ["In all my projects I prefer tabs over spaces.", "user"],
    ["I prefer British spelling everywhere.", "user"],
    ["I always want you to explain the plan.", "user"],
    ["In general I prefer small commits.", "user"],
    ["Never use default exports in any of my repos.", "user"],
    ["From now on, whatever the project, answer in English.", "user"],
  ] as const)("%s: %s", (said, scope) => {
    expect(only(said).scope_suggestion).toBe(scope);
  });
});

describe("only the person is heard", () => {
  test("what the assistant or a tool says is never taken", () => {
    const text = "Always use tabs. We decided to use Redis because it is fast.";
    const { found } = extractByRules(
      transcriptOf([
        { id: "a", role: "assistant", text },
        { id: "t", role: "tool", text, tool: "read", failed: false },
      ]),
      { skip: new Set() },
    );
    expect(found).toEqual([]);
  });

  test("a failure before the last one is forgotten once the person has spoken", () => {
    const { found } = extractByRules(
      transcriptOf([
        { id: "t", role: "tool", text: "boom", tool: "bash", failed: true },
        { id: "u1", role: "user", text: "ok" },
        { id: "u2", role: "user", text: "Use pnpm instead of npm." },
      ]),
      { skip: new Set() },
    );
    expect(found).toEqual([]);
  });
});

describe("what is passed over is told", () => {
  test("a cue that does not hold says why", () => {
    expect(heard("always show me the diff now").passed_over).toEqual([
      {
        path: "turn u0",
        message: 'Not kept, it speaks of the present moment: "always show me the diff now"',
      },
    ]);
  });

  test("a directive that holds a secret is left out and named, without the secret", () => {
    const token = `ghp_${"EXAMPLE".repeat(5)}0`;
    const { found, passed_over } = heard(`Remember that the deploy token is ${token}.`);
    expect(found).toEqual([]);
    expect(passed_over).toHaveLength(1);
    expect(passed_over[0]?.message).toMatch(/^Not kept, it holds a secret: /);
    expect(JSON.stringify(passed_over)).not.toContain(token);
  });

  test("the words of someone else end with the turn, a log ends with its last line", () => {
    expect(heard("I got this feedback:\n\nOne bug.\n\nAlways close the handle.").passed_over).toMatchObject([
      { message: expect.stringMatching(/someone else said/) },
    ]);
    expect(heard("error: a\nnever mind\nerror: b\n\nAlways use UTC.").found).toHaveLength(1);
    expect(heard("```\na\n```\nAlways use UTC.\n```\nb\n```").found).toHaveLength(1);
    expect(heard("> Should it round?\nAlways round half to even.\n> And then?").found).toHaveLength(1);
  });

  test("a turn without a cue says nothing", () => {
    expect(heard("Please fix the login form.")).toMatchObject({ found: [], passed_over: [], windows: 1 });
  });

  const reasons = {
    "it is a question": ["Should we always run the linter?"],
    "it asks for something once": ["and remember to add an index", "Remember to push to the fork."],
    "it describes something and lays nothing down": ["The RunGit function is defined but never called."],
    "it is not plain whether it orders or describes": ["Always nice.", "Never finished the migration."],
    "it corrects something, but nothing had failed and it does not say what is right": [
      "Don't use var. Use const instead.",
      "Use pnpm instead of npm.",
    ],
    "it objects to something of the moment": ["no, the menu should stay as it was"],
    "it answers a question of the moment": ["I prefer the second one"],
    "it is not certain": ["Maybe we should always use UTC."],
    "it is to be changed": ["Controllers must not import repositories, fix that."],
    "it is taken back": ["never mind, that can wait until later."],
    "it is what someone else said": ["The docs say:\n\n- Always close the handle"],
    "it was pasted or quoted, not said": ["> Always use tabs.", "```\nAlways use tabs.\n```"],
    "it was pasted or quoted, not said (and so were 1 more lines of the turn)": [
      "+ Always use tabs.\n+ Never use blanks.",
    ],
    "the turn is a command, not plain speech": ["/remember always use tabs"],
    "the turn is a plan, not plain speech": ["Implement the following plan:\n\nAlways use tabs."],
    "the turn is a document, not plain speech": [
      `# Guide\n\nAlways use tabs.\n\n## More\n\n${"Words about it. ".repeat(80)}`,
    ],
    "the sentence is too long to be looked at": [`Always check ${"the totals and ".repeat(300)}the tax.`],
  };
  test.each(Object.entries(reasons).flatMap(([reason, all]) => all.map((said) => [reason, said])))(
    "%s: %s",
    (reason, said) => {
      const { found, passed_over } = heard(said);
      expect(found).toEqual([]);
      expect(passed_over).toEqual([{ path: "turn u0", message: expect.stringMatching(/^Not kept, /) }]);
      expect(passed_over[0]?.message.split(': "')[0]).toBe(`Not kept, ${reason}`);
    },
  );

  test("no sentence with a cue goes without a reason, whatever it is", () => {
    const sayings = Object.values(left).flat().filter(hasCue);
    expect(sayings.length).toBeGreaterThan(100);
    expect(sayings.filter((said) => heard(said).passed_over.length === 0)).toEqual([]);
  });

  test("at most fifty are listed, and then how many more there were", () => {
    const { passed_over } = heard("Never mind. ".repeat(40), "Always nice. ".repeat(40));
    expect(passed_over).toHaveLength(51);
    expect(passed_over[50]).toEqual({ path: "turn u1", message: "From here on 30 more were not kept." });
    expect(heard("Never mind. ".repeat(50)).passed_over).toHaveLength(50);
  });
});

describe("what was really read is told by the keys of its turns", () => {
  const long = `Always use UTC. ${"x".repeat(10_000_000)}`;

  test("a turn that is too long is passed over with a reason, and is not among them", () => {
    const transcript = saying("Always use UTC.", long, "Fix it.");
    const { found, passed_over, read } = extractByRules(transcript, { skip: new Set() });
    expect(found).toHaveLength(1);
    expect(passed_over).toEqual([
      { path: "turn u1", message: "Not kept, a turn of 10,000,016 characters is too long to be looked at." },
    ]);
    const keys = turnKeys(transcript);
    expect(read).toEqual([keys[0], keys[2]]);
  });

  test("nor is one with a sentence that is too long, though the rest of it is heard", () => {
    const transcript = saying(`Always use UTC.\n\nNever ${"again and ".repeat(300)}again.`);
    const { found, read } = extractByRules(transcript, { skip: new Set() });
    expect([found.length, read]).toEqual([1, []]);
  });

  test("what the agent and its tools say counts as read, but what was read before is not told again", () => {
    const transcript = transcriptOf([
      { id: "u", role: "user", text: "Go on." },
      { id: "a", role: "assistant", text: "Done." },
      { id: "t", role: "tool", text: long, tool: "read", failed: false },
    ]);
    const keys = turnKeys(transcript);
    expect(extractByRules(transcript, { skip: new Set() }).read).toEqual(keys);
    expect(extractByRules(transcript, { skip: new Set(keys.slice(0, 1)) }).read).toEqual(keys.slice(1));
  });
});

describe("turns that were read before teach nothing twice", () => {
  test("a key in skip is passed by; when all are, no window was read", () => {
    const transcript = saying("Always use UTC.", "Never log e-mail addresses.");
    const first = new Set(turnKeys(transcript).slice(0, 1));
    expect(extractByRules(transcript, { skip: first }).found).toHaveLength(1);
    const all = new Set(turnKeys(transcript));
    expect(extractByRules(transcript, { skip: all })).toEqual({
      found: [],
      passed_over: [],
      read: [],
      windows: 0,
    });
  });

  test("the time of the turn is when it was observed", () => {
    const at = "2026-03-02T14:00:00.000Z";
    const turn = { id: "u", role: "user", text: "Always use UTC.", at } as const;
    expect(extractByRules(transcriptOf([turn]), { skip: new Set() }).found[0]?.observed_at).toBe(at);
    expect(heard("Always use UTC.").found[0]?.observed_at).toBeUndefined();
  });
});

describe("laws", () => {
  const sentence = fc.constantFrom(
    ...taken.map(([said]) => said),
    ...Object.values(left).flat(),
    "Fix it.\n\n",
    "\r\n",
    "  ",
    "🙂",
  );
  const piece = fc.oneof({ weight: 3, arbitrary: sentence }, fc.string({ unit: "grapheme", maxLength: 20 }));
  const turnText = fc
    .array(fc.tuple(piece, fc.constantFrom(" ", "\n", "\n\n", "\r\n", " - ")), { maxLength: 8 })
    .map((pieces) => pieces.flat().join(""));

  test("every quote stands verbatim in the turn, and no two quotes of a turn overlap", () => {
    fc.assert(
      fc.property(turnText, (text) => {
        let from = 0;
        for (const { proposal } of heard(text).found) {
          const at = text.indexOf(proposal.source_evidence.quote, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + proposal.source_evidence.quote.length;
        }
      }),
      { numRuns: 500 },
    );
  });

  test("staging refuses nothing of what the rules propose", () => {
    fc.assert(
      fc.property(turnText, (text) => {
        const proposal = { lessons: [], preferences: [], decisions: [], domain: [] } as {
          [group: string]: unknown[];
        };
        const groups = {
          lesson: "lessons",
          preference: "preferences",
          decision: "decisions",
          domain: "domain",
        };
        for (const one of heard(text).found) proposal[groups[one.category]]?.push(one.proposal);
        const context = { sessionId: "s", trust: "user", observedAt: "2026-03-02T14:00:00.000Z" } as const;
        expect(readProposal(proposal, context).refused).toEqual([]);
      }),
    );
  });

  test.each([
    "always use a instead of b, ",
    "we decided to use a over b because ",
    "remember that the ",
    "a - ",
    "no ",
    "`",
    "<a>",
    ", we don't want x",
    "we use a because ",
    "whenever a b, ",
    "the rule that a b ",
    "no foo! ",
    "a b is c, never ",
    "From: a\nTo: ",
    "error: x\nnever y\n",
    "? x ",
  ])("a turn full of %j costs less than a second", (piece) => {
    const start = process.cpuUsage();
    heard(piece.repeat(100_000 / piece.length));
    heard(`${piece.repeat(1_990 / piece.length)}\n`.repeat(10));
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
  });
});
