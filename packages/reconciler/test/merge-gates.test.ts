import { describe, expect, test } from "vitest";
import { checkActions } from "../src/check-actions.ts";
import { mergeDropsContent } from "../src/gates/merge-drops-content.ts";
import { mergeInventsContent } from "../src/gates/merge-invents-content.ts";
import { aPair, asAsked } from "./a-case.ts";

const judge = (known: string, heard: string, draft: string) => {
  const chunk = aPair({ summary: "Heard", detail: heard }, { summary: "Known", detail: known });
  const { asked, context } = asAsked(chunk, {
    action: "merge",
    target_id: "M1",
    summary: "Known and heard",
    detail: draft,
  });
  return { drops: mergeDropsContent(asked, context), invents: mergeInventsContent(asked, context) };
};

describe("a merge that keeps everything passes", () => {
  test.each([
    ["both texts in a row", "Retry 3 times.", "Back off 200 ms.", "Retry 3 times. Back off 200 ms."],
    [
      "reworded prose",
      "The server listens on port 8080.",
      "Port 8080 is for the API server.",
      "The API server listens on port 8080.",
    ],
    [
      "a reworded negation",
      "Do not commit secrets.",
      "Secrets belong in .env files.",
      "Never commit secrets; they belong in .env files.",
    ],
    [
      "a negation as a passive",
      "Never push to main.",
      "Open a pull request.",
      "Main must not be pushed to; open a pull request.",
    ],
    [
      "instead of not",
      "Use pnpm, not npm.",
      "Run pnpm install.",
      "Use pnpm instead of npm: run pnpm install.",
    ],
    [
      "code with and without ticks",
      "Run `pnpm test`.",
      "pnpm test takes a minute.",
      "`pnpm test` takes a minute; run pnpm test.",
    ],
    [
      "names in another form",
      "Ask Anna about deploys.",
      "We trust Anna.",
      "Ask Anna, whom we trust; Anna's deploys.",
    ],
    [
      "a path inside a longer one",
      "See src/http.",
      "The retry is in src/http/retry.ts.",
      "See src/http, for src/http/retry.ts is the retry.",
    ],
    [
      "Chinese",
      "\u4e0d\u8981\u4f7f\u7528 npm\u3002",
      "\u4f7f\u7528 pnpm 9\u3002",
      "\u4e0d\u8981\u4f7f\u7528 npm\uff0c\u4f7f\u7528 pnpm 9\u3002",
    ],
    [
      "emphasis that is no name",
      "NEVER push to main.",
      "ALWAYS open a pull request.",
      "Never push to main, always open a pull request.",
    ],
  ])("%s", (_, known, heard, draft) => {
    expect(judge(known, heard, draft)).toEqual({ drops: undefined, invents: undefined });
  });
});

describe("merge_drops_content refuses a merge that loses", { tags: ["merge-keeps-content"] }, () => {
  test.each([
    ["a number", "Retry 3 times.", "Retry with backoff.", "Retry times with backoff.", '"3"'],
    [
      "one of two addresses",
      "The host is 10.0.0.1.",
      "A host is 10.0.0.12.",
      "The host is 10.0.0.12.",
      '"10.0.0.1"',
    ],
    ["a version that only looks kept", "Needs v1.2.", "Needs v1.2.3 now.", "Needs v1.2.3 now.", '"v1.2"'],
    ["a percent sign", "Keep 5% free.", "Keep space free.", "Keep 5 space free.", '"5%"'],
    ["a path", "See src/a.ts for it.", "See the docs for it.", "See the docs for it.", '"src/a.ts"'],
    ["a code span", "Run `make all` first.", "Run it first.", "Run make it first all.", '"make all"'],
    ["a line of a code block", "Run:\n```sh\ncd app\nmake\n```", "Run it.", "Run it, run: make", '"cd app"'],
    ["a flag", "Pass --force to it.", "Pass it on.", "Pass it on to force.", '"--force"'],
    [
      "an identifier",
      "Call retryClient there.",
      "Call it there.",
      "Call it there, retry the client.",
      '"retryClient"',
    ],
    ["a language", "Write it in C++ here.", "Write it here.", "Write it here in C.", '"C++"'],
    ["an operator", "Compare with === here.", "Compare it here.", "Compare it here with care.", '"==="'],
    ["a variable", "Read $HOME there.", "Read it there.", "Read it there, home.", '"$HOME"'],
    ["a name", "Then ask Anna about it.", "Ask about it.", "Ask about it then.", '"Anna"'],
    [
      "a name that begins the text",
      "Anna owns deploys.",
      "Deploys go out daily.",
      "Deploys go out daily, owned.",
      '"Anna"',
    ],
    [
      "a negation",
      "Never push to main.",
      "Open a pull request.",
      "Push to main, open a pull request.",
      "Never push to main",
    ],
    [
      "one of two negations",
      "Never push to main.",
      "Do not commit secrets.",
      "Push to main, never commit secrets.",
      "Never push to main",
    ],
    [
      "a Chinese negation",
      "\u4e0d\u8981\u63d0\u4ea4\u5bc6\u94a5",
      "\u8fd0\u884c\u6d4b\u8bd5",
      "\u8981\u63d0\u4ea4\u5bc6\u94a5\uff0c\u8fd0\u884c\u6d4b\u8bd5",
      "\u4e0d\u8981\u63d0\u4ea4\u5bc6\u94a5",
    ],
    [
      "most of one text",
      "the cache warms slowly because cold shards load their segments lazily",
      "restart nightly",
      "restart nightly",
      "most of one text",
    ],
  ])("%s", (_, known, heard, draft, named) => {
    expect(judge(known, heard, draft).drops).toMatchObject({
      gate: "merge_drops_content",
      ref: "C1",
      path: "actions[0].detail",
      message: expect.stringContaining(named),
    });
  });
});

describe("merge_invents_content refuses a merge that adds", { tags: ["merge-keeps-content"] }, () => {
  test.each([
    ["a number", "Retry often.", "Retry with backoff.", "Retry often, 5 times, with backoff.", '"5"'],
    ["a path", "See the file.", "See the code.", "See the code file src/b.ts.", '"src/b.ts"'],
    ["a code span", "Run the tests.", "Run all tests.", "Run all the tests with `make all`.", '"make all"'],
    ["a name", "Ask about deploys.", "Ask first.", "Ask first about deploys, as Hanna does.", '"Hanna"'],
    [
      "a negation",
      "Push to main.",
      "Open a pull request.",
      "Never push to main. Open a pull request.",
      "Never push to main",
    ],
    [
      "a story of its own",
      "Retry.",
      "Back off.",
      "Retry. Back off. The gods of olden temples weave moonlit tapestries across dreaming oceans",
      "mostly what neither",
    ],
  ])("%s", (_, known, heard, draft, named) => {
    expect(judge(known, heard, draft).invents).toMatchObject({
      gate: "merge_invents_content",
      message: expect.stringContaining(named),
    });
  });
});

test("both gates read long texts in well under a second", () => {
  const started = performance.now();
  for (const unit of ["a.b ", "`x ", "```\n", "Aa ", "1.", "not ", "\u4e0d", "(((", "'s"]) {
    const text = unit.repeat(4_000);
    judge(text, text, text);
  }
  expect(performance.now() - started).toBeLessThan(8_000);
});

test("a draft that is too long is told to be, at once, and is not compared", () => {
  const chunk = aPair();
  const draft = {
    action: "merge",
    target_id: "M1",
    summary: "s",
    detail: "\u4e0d\u8981\u5728".repeat(400_000),
  };
  const started = performance.now();
  const [rejected] = checkActions(chunk, [{ ref: "C1", reason: "x", ...draft }]).rejected;
  expect(rejected!.violations.map(({ gate }) => gate)).toEqual(["text_bounds"]);
  expect(performance.now() - started).toBeLessThan(5_000);
});
