import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { terms } from "../src/index.ts";

describe("terms", () => {
  test.each([
    ["Always use the retries", ["retri"]],
    ["do NOT push without tests", ["not", "push", "without", "test"]],
    [
      "don\u2019t push, can't push, cannot push, won't push",
      ["not", "push", "not", "push", "not", "push", "not", "push"],
    ],
    ["it's the user's", ["user"]],
    ["10.0.0.1 is not 10.0.0.2", ["10.0.0.1", "not", "10.0.0.2"]],
    ["v1.2 v1.2.3-beta.1 2.x 3.14 95%", ["v1.2", "v1.2.3-beta.1", "2.x", "3.14", "95"]],
    ["1,000 rows on 2026-07-29T10:00:00Z", ["1000", "row", "2026-07-29t10:00:00z"]],
    ["retryClient", ["retryclient", "retri", "client"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
    ["retry_client __init__", ["retry_client", "retri", "client", "init"]],
    ["retry-client", ["retry-client", "retri", "client"]],
    ["foo.bar()", ["foo.bar", "foo", "bar"]],
    ["std::vector", ["std::vector", "std", "vector"]],
    [
      "`src/http/retry-client.ts`,",
      ["src/http/retry-client.ts", "src", "http", "retry-client.ts", "retry-client", "retri", "client", "ts"],
    ],
    ["src\\http", ["src/http", "src", "http"]],
    ["--no-verify", ["no-verify", "no", "verifi"]],
    ["C++, C# and C", ["c++", "c#", "c"]],
    ["caf\u00e9 cafe\u0301 Stra\u00dfe \u0141\u00d3D\u0179", ["cafe", "cafe", "strass", "lodz"]],
    ["\uff36\uff11\uff0e\uff12", ["v1.2"]],
    [
      "\u4f7f\u7528pnpm\u5b89\u88c5\u4f9d\u8d56",
      ["\u4f7f\u7528", "pnpm", "\u5b89\u88c5", "\u88c5\u4f9d", "\u4f9d\u8d56"],
    ],
    ["\u304c", ["\u304c"]],
    ["\u30c6\u30b9\u30c8", ["\u30c6\u30b9", "\u30b9\u30c8"]],
    ["\ud55c\uad6d\uc5b4 \ubb38", ["\ud55c\uad6d", "\uad6d\uc5b4", "\ubb38"]],
    ["\u0e20\u0e32\u0e29\u0e32", ["\u0e20\u0e32\u0e29", "\u0e32\u0e29\u0e32"]],
    ["the of and", []],
    ["\u2026!!! \u{1f600} \u0000", []],
  ])("of %j are %j", (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  test("words that differ by their ending, accent, case or width meet", () => {
    for (const [a, b] of [
      ["initialize", "Initialization"],
      ["authenticated", "authentication"],
      ["R\u00e9sum\u00e9s", "resume"],
      ["\uff30\uff2e\uff30\uff2d", "pnpm"],
    ] as const)
      expect(terms(a)).toEqual(terms(b));
  });

  test("a long term is cut and never in the middle of a character", () => {
    expect(terms("x".repeat(100))).toEqual(["x".repeat(64)]);
    expect(terms(`y${"\u{10400}".repeat(60)}`)[0]).toBe(`y${"\u{10428}".repeat(31)}`);
  });

  test("any text gives terms of 1 to 64 characters, of letters, digits and the marks promised", () => {
    const pieces = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        "a.b/c",
        "\\",
        "'",
        '"',
        "--",
        "\ud800",
        "\u5b89\u88c5",
        "C++",
        "\u0000",
        " ",
        "\u0e20\u0e32",
      ),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
        for (const term of terms(some.join(""))) expect(term).toMatch(/^[\p{L}\p{M}\p{N}_\-./:@+#]{1,64}$/u);
      }),
    );
  });

  test("the terms of a text are those of its words, in order", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/)), (words) => {
        expect(terms(words.join(" "))).toEqual(words.flatMap((word) => terms(word)));
      }),
    );
  });

  test("200,000 characters of one token take well under a second", () => {
    const started = performance.now();
    for (const unit of ["a.", "Aa", "a/", "\u5b89", "\u0e20", "_", "a'", "'s"]) terms(unit.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test("a very long text without blanks has terms too", () => {
  expect(terms("\u8bb0\u5fc6".repeat(300_000)).length).toBe(599_999);
});
