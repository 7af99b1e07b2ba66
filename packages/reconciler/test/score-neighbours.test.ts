import { aCandidate, aRecord, distinctTexts } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areNeighbours, mostNeighbours, neighboursOf } from "../src/index.ts";
import { similarTo } from "./a-case.ts";

const others = distinctTexts(100).map((summary) => aRecord({ summary, detail: "" }));
const ofText = (summary: string, detail = "") => aCandidate({ category: "domain", summary, detail });

describe("neighbours", () => {
  test.each([
    ["Use pnpm, never npm, in this repository", "The package manager of this repo is pnpm"],
    ["Run the tests with vitest before each commit", "Before committing, run vitest"],
    ["The API listens on port 8080", "The API now listens on port 9090"],
    ["Deploys go to staging first, then to production", "Always deploy to staging before production"],
    ["Indent with tabs, not spaces", "The user prefers tabs over spaces"],
    ["JWT auth tokens expire after 30 minutes", "The auth token expires after 15 minutes"],
    ["The retry lives in src/http/retry.ts", "src/http/retry.ts backs off twice"],
    [
      "\u63d0\u4ea4\u524d\u5fc5\u987b\u8fd0\u884c\u5355\u5143\u6d4b\u8bd5",
      "\u6bcf\u6b21\u63d0\u4ea4\u4e4b\u524d\u90fd\u8981\u5148\u8dd1\u5355\u5143\u6d4b\u8bd5",
    ],
    [
      "\u30c6\u30b9\u30c8\u3092\u5148\u306b\u5b9f\u884c\u3059\u308b",
      "\u5fc5\u305a\u30c6\u30b9\u30c8\u3092\u5b9f\u884c\u3059\u308b\u3053\u3068",
    ],
  ])("%j meets %j, in an empty store and among a hundred others", (known, heard) => {
    const record = aRecord({ summary: known, detail: "" });
    for (const records of [[record], [...others, record]]) {
      const found = neighboursOf(ofText(heard), similarTo(ofText(heard), records));
      expect(found.map((neighbour) => neighbour.record.summary)).toEqual([known]);
    }
  });

  test.each([
    ["Use pnpm here", "The API listens on port 8080"],
    ["Always use the", "Never do that with those"],
    ["\u6570\u636e\u5e93\u4f7f\u7528\u7d22\u5f15", "\u754c\u9762\u91c7\u7528\u6df1\u8272\u4e3b\u9898"],
    ["", "Something"],
    ["\u{1f600}", "\u{1f600}"],
  ])("%j does not meet %j", (known, heard) => {
    const record = aRecord({ summary: known, detail: "" });
    expect(neighboursOf(ofText(heard), similarTo(ofText(heard), [record]))).toEqual([]);
  });

  test("a line meets a long text that holds it, and a long text a line of its own", () => {
    const line = "The nightly backup writes to bucket atlas-archive";
    const long = `${line}. ${distinctTexts(4).join(" ")}`;
    const [short, whole] = [
      aRecord({ summary: line, detail: "" }),
      aRecord({ summary: "Operations", detail: long }),
    ];
    expect(neighboursOf(ofText(line), similarTo(ofText(line), [...others, whole]))).toHaveLength(1);
    expect(
      neighboursOf(ofText("Operations", long), similarTo(ofText("Operations", long), [short])),
    ).toHaveLength(1);
  });

  test("what stands in every record makes no neighbour", () => {
    const all = Array.from({ length: 50 }, (_, i) =>
      aRecord({ summary: `Service lesson: ${distinctTexts(50)[i]}`, detail: "" }),
    );
    const heard = ofText("Service lesson: rotate the certificates monthly");
    expect(neighboursOf(heard, similarTo(heard, all))).toEqual([]);
  });

  test("at most six come, the most similar first, whatever their category and order", () => {
    const alike = Array.from({ length: 9 }, (_, i) =>
      aRecord({
        category: i % 2 ? "lesson" : "domain",
        summary: `Retry the upload ${i} times with backoff`,
        detail: "",
      }),
    );
    const heard = ofText("Retry the upload 4 times with backoff");
    const found = neighboursOf(heard, similarTo(heard, [...others, ...alike]));
    expect(found).toHaveLength(mostNeighbours);
    expect(found[0]!.record.summary).toBe(heard.summary);
    expect(neighboursOf(heard, similarTo(heard, [...alike.toReversed(), ...others]))).toEqual(found);
  });

  test("a score is from 0 to 1, and 1 for the same text", () => {
    const word = fc.constantFrom(
      "alpha",
      "beta",
      "gamma",
      "delta",
      "run",
      "8080",
      "src/a.ts",
      "\u6d4b\u8bd5",
    );
    const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 6 }), (summary, known) => {
        const records = [summary, ...known].map((one) => aRecord({ summary: one, detail: "" }));
        const found = neighboursOf(ofText(summary), similarTo(ofText(summary), records));
        expect(found[0]!.score).toBeCloseTo(1);
        for (const { score } of found) expect(score).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

describe("candidates of one chunk", () => {
  test("are neighbours in either order", () => {
    const text = fc.array(fc.constantFrom("alpha", "beta", "gamma", "delta", "run", "8080"), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, fc.nat(30), (a, b, documents) => {
        const frequency = new Map([
          ["alpha", 20],
          ["run", 3],
        ]);
        const [one, other] = [ofText(a.join(" ")), ofText(b.join(" "))];
        expect(areNeighbours(one, other, frequency, documents)).toBe(
          areNeighbours(other, one, frequency, documents),
        );
      }),
    );
  });

  test("meet when they say nearly the same", () => {
    const [a, b] = [ofText("The API listens on port 8080"), ofText("API listens on port 9090 now")];
    expect(areNeighbours(a, b, new Map(), 0)).toBe(true);
    expect(areNeighbours(a, ofText("Indent with tabs"), new Map(), 0)).toBe(false);
  });
});
