import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSubmission } from "../../src/index.ts";

const lists = {
  lessons: [{ summary: "a" }],
  preferences: [],
  decisions: [{ summary: "b" }, { summary: "c" }],
  domain: [],
};
const json = JSON.stringify(lists);
const paths = ["lessons[0]", "decisions[0]", "decisions[1]"];

describe("the members of a reply, whatever it is wrapped in", () => {
  test.each<[string, unknown]>([
    ["the tool's input", lists],
    ["under candidates", { candidates: lists }],
    ["as a JSON text", json],
    ["in a code fence", `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ["after prose with braces", `I looked at {x} and { "y": 1 }. ${json}`],
    ["written as a call", { name: "submit_candidates", input: lists }],
    ["as arguments in a text", { arguments: json }],
    ["with a comma left over", `${json.slice(0, -1)},}`],
  ])("%s", (_, reply) => {
    expect(readSubmission(reply)?.members.map(({ path }) => path)).toEqual(paths);
  });

  test("members that were complete when it broke off are kept", () => {
    const cut = json.slice(0, json.indexOf('{"summary":"c"') + 8);
    expect(readSubmission(cut)?.members.map(({ path }) => path)).toEqual(["lessons[0]", "decisions[0]"]);
  });

  test("empty lists are an answer", () => {
    expect(readSubmission({ lessons: [], preferences: [], decisions: [], domain: [] })?.members).toEqual([]);
    expect(readSubmission({ lessons: null })?.members).toEqual([]);
  });

  test("a list that is none is one member, to be refused by name", () => {
    expect(readSubmission({ lessons: { summary: "a" } })?.members).toEqual([
      { category: "lesson", member: { summary: "a" }, path: "lessons" },
    ]);
  });
});

test.each([
  [undefined],
  [null],
  [7],
  [""],
  ["I have nothing to say."],
  [{}],
  [[]],
  [{ actions: [] }],
  ["{{{"],
])("%j holds no list, and is called unreadable", (reply) => {
  expect(readSubmission(reply)).toBeUndefined();
});

test("never throws, whatever comes", () => {
  fc.assert(fc.property(fc.anything(), (reply) => void readSubmission(reply)));
  fc.assert(fc.property(fc.string(), (reply) => void readSubmission(`${reply}{"lessons": [${reply}`)));
});

test("is linear in a text of braces", () => {
  const start = performance.now();
  readSubmission('{"a'.repeat(300_000));
  expect(performance.now() - start).toBeLessThan(5_000);
});
