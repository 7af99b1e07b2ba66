import type { Turn } from "@holdfast/schema";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Checked,
  checkCandidate,
  type DateReader,
  foldWindow,
  loadDateReader,
  readBootFile,
  type Submitted,
} from "../../src/index.ts";
import { aTurn, theWindow } from "../a-window.ts";

let readDates: DateReader;
beforeAll(async () => {
  readDates = await loadDateReader();
});

const at = "2026-03-04T15:00:00.000Z"; // a Wednesday
const conversation: readonly Turn[] = [
  aTurn("Before that: invoices of Swiss customers are in CHF.", { id: "old" }),
  aTurn("From now on   use pnpm\nin this repo, never npm. It is for the CI cache of 500 MB.", {
    id: "said",
    at,
  }),
  aTurn("I will use pnpm. Let us take SQLite for the index, because it needs no server.", {
    id: "agent",
    role: "assistant",
  }),
  aTurn("ERR_PNPM_OUTDATED_LOCKFILE Cannot install with frozen-lockfile", {
    id: "failed",
    role: "tool",
    tool: "bash",
    failed: true,
  }),
  aTurn("export const retries = 3; // the gateway drops every third request", {
    id: "file",
    role: "tool",
    tool: "read",
    input: "src/gateway.ts",
    shows_file: true,
  }),
  aTurn(
    "This is how it has to look:\n```ts\nconst timeout = 30_000; // never change\n```\nYesterday we agreed on Vitest.",
    { id: "code", at },
  ),
  aTurn("ja", { id: "short" }),
];

const lesson = { summary: "Use pnpm in this repo, never npm" };
const quote = "From now on use pnpm in this repo, never npm.";

function check(
  member: unknown,
  { category = "lesson", boot = "" }: { category?: Submitted["category"]; boot?: string } = {},
): Checked {
  const window = foldWindow(theWindow(conversation, [0]).passages);
  const bootFiles = boot === "" ? [] : [readBootFile({ path: "AGENTS.md", text: boot })];
  return checkCandidate({ category, member, path: "lessons[0]" }, { window, bootFiles, readDates });
}
const resting = (on: string, more: object = {}) => ({ ...lesson, source_evidence: { quote: on }, ...more });
const messageOf = (checked: Checked) => (checked.kind === "found" ? "found" : checked.refused.message);

describe("a quote that was said", () => {
  test("is found though its white space differs, and code says in which turn and when", () => {
    expect(check(resting(quote, { entry_id: "T9" }))).toEqual({
      kind: "found",
      found: [
        {
          category: "lesson",
          observed_at: at,
          proposal: {
            summary: lesson.summary,
            scope_suggestion: "project",
            source_evidence: { quote, entry_id: "said" },
          },
        },
      ],
    });
  });

  test("may be all of a short turn", () => {
    expect(check(resting("ja")).kind).toBe("found");
  });
});

describe("refused, with the reason", () => {
  test.each<[string, unknown, RegExp]>([
    ["without a quote", lesson, /names no words/],
    ["with a blank quote", resting(" \n "), /names no words/],
    ["with a quote that nobody said", resting("From now on use yarn in this repo"), /were not said/],
    ["with a quote put together from two turns", resting("never npm. I will use pnpm."), /were not said/],
    ["with another letter case", resting(quote.toUpperCase()), /were not said/],
    ["with an ellipsis", resting("From now on ... never npm."), /were not said/],
    ["with two letters of a turn", resting("us"), /too few/],
    ["with no summary", { source_evidence: { quote } }, /has not the shape/],
    ["as a number", 7, /has not the shape/],
    [
      "with a number that nobody said",
      resting(quote, { detail: "The cache has 900 MB." }),
      /"900".*not said/,
    ],
    ["with a path that nobody named", resting(quote, { detail: "See docs/setup.md." }), /docs\/setup\.md/],
    [
      "with a flag that nobody named",
      resting(quote, { summary: "Use pnpm --frozen-lockfile" }),
      /--frozen-lockfile/,
    ],
    ["with a version that nobody named", resting(quote, { summary: "Use pnpm 9.1" }), /9\.1/],
    [
      "with a part of a number that was said",
      resting(quote, { detail: "The cache has 50 MB." }),
      /"50".*not said/,
    ],
    ["with a date that nobody named", resting(quote, { detail: "It is due on 2031-12-24." }), /2031-12-24/],
    ["with an alternative that nobody named", resting(quote, { alternatives: ["/opt/yarn/9.9"] }), /9\.9/],
    ["with a secret in it", resting(quote, { detail: `The token is ghp_${"a1".repeat(18)}` }), /secret/],
  ])("%s", (_, member, why) => {
    const checked = check(member);
    expect(checked.kind).toBe("refused");
    expect(messageOf(checked)).toMatch(why);
  });

  test("a preference that an agent voiced", () => {
    const checked = check(resting("Let us take SQLite for the index"), { category: "preference" });
    expect(messageOf(checked)).toMatch(/must be said by a person/);
  });

  test("a decision that a tool printed", () => {
    const checked = check(resting("Cannot install with frozen-lockfile"), { category: "decision" });
    expect(messageOf(checked)).toMatch(/output of a tool/);
  });
});

describe("passed over, for it need not be remembered", () => {
  test.each<[string, unknown, string, RegExp]>([
    [
      "what rests on a turn that was read before",
      resting("invoices of Swiss customers are in CHF"),
      "",
      /read before/,
    ],
    ["what stands in a file", resting("the gateway drops every third request"), "", /src\/gateway\.ts/],
    ["what stands in code", resting("const timeout = 30_000; // never change"), "", /^Code says it/],
    [
      "what a boot file says word for word",
      resting(quote),
      "# Rules\n\n- Use pnpm in this repo, never npm.\n",
      /^AGENTS\.md/,
    ],
    [
      "what a boot file says in other words",
      resting(quote),
      "In this repo we never use npm but pnpm.",
      /^AGENTS\.md/,
    ],
  ])("%s", (_, member, boot, why) => {
    const checked = check(member, { boot });
    expect(checked.kind).toBe("passed_over");
    expect(messageOf(checked)).toMatch(why);
  });

  test("but not what a boot file says of something else", () => {
    expect(check(resting(quote), { boot: "Use cargo in the crates folder, never npm scripts." }).kind).toBe(
      "found",
    );
  });
});

describe("what is found is made fit to be remembered", () => {
  const summariesOf = (checked: Checked) =>
    checked.kind === "found" ? checked.found.map(({ proposal }) => proposal.summary) : messageOf(checked);

  test("relative dates become those of the day when it was said", () => {
    const said = {
      summary: "Yesterday we agreed on Vitest",
      source_evidence: { quote: "Yesterday we agreed on Vitest." },
    };
    expect(summariesOf(check(said, { category: "decision" }))).toEqual(["2026-03-03 we agreed on Vitest"]);
  });

  test("a date that was worked out is not invented", () => {
    const said = {
      summary: "Vitest was agreed on 2026-03-03",
      source_evidence: { quote: "Yesterday we agreed on Vitest." },
    };
    expect(check(said, { category: "decision" }).kind).toBe("found");
  });

  test("two facts become two candidates with the same quote, the detail goes with the first", () => {
    const both = resting(quote, {
      summary: "Use pnpm in this repo. Never use npm here.",
      detail: "It is for the CI cache.",
    });
    const checked = check(both);
    expect(summariesOf(checked)).toEqual(["Use pnpm in this repo.", "Never use npm here."]);
    expect(checked.kind === "found" && checked.found.map(({ proposal }) => proposal.detail)).toEqual([
      "It is for the CI cache.",
      undefined,
    ]);
  });

  test("a trigger that nobody named is dropped, and the lesson is kept", () => {
    const triggers = [
      { type: "path", value: "/etc/shadow-9999" },
      { type: "tool", value: "pnpm" },
    ];
    const checked = check(resting(quote, { triggers }));
    expect(checked.kind === "found" && checked.found[0]!.proposal.triggers).toEqual([triggers[1]]);
  });

  test("a preference is credited to the person, although the agent said the same first", () => {
    const turns = [
      aTurn("I suggest short answers from now on.", { id: "agent", role: "assistant" }),
      aTurn("Yes: short answers from now on.", { id: "person", at }),
    ];
    const window = foldWindow(theWindow(turns).passages);
    const member = { summary: "Answer in short", source_evidence: { quote: "short answers from now on." } };
    const checked = checkCandidate(
      { category: "preference", member, path: "x" },
      { window, bootFiles: [], readDates },
    );
    expect(checked.kind === "found" && checked.found[0]!.proposal.source_evidence.entry_id).toBe("person");
  });

  test("a member that is a bare text has no quote, and is refused", () => {
    expect(check("Use pnpm").kind).toBe("refused");
  });

  test("why and alternatives stay with a decision and go from a lesson", () => {
    const said = resting(quote, { why: "the CI cache", alternatives: ["npm"] });
    const of = (category: Submitted["category"]) => {
      const checked = check(said, { category });
      return checked.kind === "found" ? checked.found[0]!.proposal : undefined;
    };
    expect(of("decision")).toMatchObject({ why: "the CI cache", alternatives: ["npm"] });
    expect(of("lesson")).not.toHaveProperty("why");
  });
});

test("nothing that is submitted makes the check throw, and nothing is found without its quote in the window", {
  tags: ["grounded"],
}, () => {
  const window = foldWindow(theWindow(conversation).passages);
  const said = conversation.map(({ text }) => text.replace(/\s+/gu, " "));
  const wild = [
    null,
    undefined,
    "",
    [],
    {},
    { summary: 1 },
    { summary: "a", source_evidence: [] },
    { summary: "x".repeat(99_999), source_evidence: { quote: "ja" } },
    { summary: "a\u0000b", source_evidence: { quote: quote.repeat(3_000) } },
    { summary: "Use", source_evidence: [{ quote: "From now on" }, { quote: "use yarn" }] },
  ];
  for (const member of wild) {
    const checked = checkCandidate(
      { category: "lesson", member, path: "x" },
      { window, bootFiles: [], readDates },
    );
    if (checked.kind !== "found") continue;
    for (const { proposal } of checked.found)
      expect(said.some((text) => text.includes(proposal.source_evidence.quote.replace(/\s+/gu, " ")))).toBe(
        true,
      );
  }
});
