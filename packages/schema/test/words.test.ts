import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameWords, wordKey, wordSequence } from "../src/index.ts";

describe("texts that say the same", () => {
  test.each([
    ["Always run the tests.", "always run\n  the tests"],
    ["Use `pnpm` here", "Use pnpm here"],
    ["Run `git push --force-with-lease`.", "Run git push --force-with-lease"],
    ["Rebase first. Never merge.", "Rebase first never merge"],
    ["Don't push", "don't push"],
    ["We never deploy on Fridays", "we never deploy on Fridays"],
    ["For money, use Decimal", "for money,\tuse Decimal"],
    ["Use  `npm ci`  here", "use `npm ci` here"],
    ["If in doubt, ask", "if in doubt, ask"],
    ["He said \u201cno\u201d", 'He said "no"'],
    ["don\u2019t", "don't"],
    ["caf\u00e9", "cafe\u0301"],
    ["\u5148\u6d4b\u8bd5\u518d\u63d0\u4ea4\u3002", "\u5148\u6d4b\u8bd5\u518d\u63d0\u4ea4"],
    ["Why? Because", "why? because"],
    ["See (the docs).", "See (the docs)"],
    ["", " \n"],
  ])("%j and %j", (a, b) => {
    expect(sameWords(a, b)).toBe(true);
    expect(wordKey(a)).toBe(wordKey(b));
  });
});

describe("texts that differ by something that may carry meaning never meet", () => {
  test.each([
    ["number", "Retry 3 times", "Retry 4 times"],
    ["address", "The host is 10.0.0.1", "The host is 10.0.0.2"],
    ["negation", "Do push to main", "Do not push to main"],
    ["negation", "Use tabs", "Never use tabs"],
    ["a comma after no", "No, force pushes are fine", "No force pushes are fine"],
    ["Chinese negation", "\u53ef\u4ee5\u63d0\u4ea4", "\u4e0d\u53ef\u4ee5\u63d0\u4ea4"],
    ["Chinese comma", "\u4e0d\uff0c\u7528\u7a7a\u683c", "\u4e0d\u7528\u7a7a\u683c"],
    ["path", "Look in src/a.ts", "Look in src/b.ts"],
    ["folder", "Copy src/. over", "Copy src/ over"],
    ["flag", "Run it with -v", "Run it with -V"],
    ["flag", "Run it with --force", "Run it with force"],
    ["name", "Use String here", "Use string here"],
    ["name at the beginning", "Map keys are tenant ids", "map keys are tenant ids"],
    ["name at the beginning", "Order is a class", "order is a class"],
    ["name at the beginning", "Set members are unique", "set members are unique"],
    ["name at the beginning", "Go modules are pinned", "go modules are pinned"],
    ["name at the beginning", "Make targets are documented", "make targets are documented"],
    ["name at the beginning", "Any is forbidden", "any is forbidden"],
    ["name at the beginning", "This is bound late", "this is bound late"],
    ["name at the beginning", "For is slower than map", "for is slower than map"],
    ["name of a later sentence", "Ask first. Order is a class", "Ask first. order is a class"],
    ["white space in code", "Run `npm ci` first", "Run `npm  ci` first"],
    ["white space in code", "Run ` npm ci` first", "Run `npm ci` first"],
    ["white space in code", "Keep ```a\n b```", "Keep ```a\nb```"],
    ["a line break in code", "Run `a\nb`", "Run `a b`"],
    ["name", "Ask Anna first", "Ask Hanna first"],
    ["language", "Write it in C++", "Write it in C"],
    ["language", "Write it in C++", "Write it in C#"],
    ["operator", "Compare with != here", "Compare with == here"],
    ["operator", "Keep it > 5", "Keep it < 5"],
    ["unit", "Set it to 5%", "Set it to 5"],
    ["variable", "Read $HOME first", "Read HOME first"],
    ["exclamation", "Call `save!`", "Call `save`"],
    ["exclamation", "Call save! then", "Call save then"],
    ["question", "Always rebase?", "Always rebase"],
    ["literal", 'Write "null" there', "Write null there"],
    ["key", "Quote on: in YAML", "Quote on in YAML"],
    ["dots", "Diff main... first", "Diff main.. first"],
    ["dots", "Diff main.. first", "Diff main first"],
    ["a quote or a tick", "Use ` for strings", 'Use " for strings'],
    ["an escaped tick", "Escape \\` there", "Escape \\ there"],
    ["a comma in code", "Call `f(a, b)`", "Call `f(a b)`"],
    ["an empty string", 'Returns "" then', "Returns then"],
    ["superscript", "x\u00b2 grows", "x2 grows"],
    ["order", "tabs before spaces", "spaces before tabs"],
    ["domain", "Use example.com. in zones", "Use example.com in zones"],
    ["emoji", "Mark it \u2705", "Mark it \u274c"],
  ])("%s: %j and %j", (_, a, b) => {
    expect(sameWords(a, b)).toBe(false);
    expect(wordKey(a)).not.toBe(wordKey(b));
  });

  test("any word put in, taken out or changed makes another sequence", () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9_$%<>=!+#-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 8 }), fc.nat(), word, (words, at, other) => {
        const place = 1 + (at % (words.length - 1));
        const text = words.join(" ");
        expect(sameWords(text, words.toSpliced(place, 1).join(" "))).toBe(false);
        expect(sameWords(text, words.toSpliced(place, 0, other).join(" "))).toBe(false);
        if (words[place] !== other && !/[?!]$/.test(words[place - 1]!))
          expect(sameWords(text, words.with(place, other).join(" "))).toBe(false);
      }),
    );
  });
});

test("outside of back ticks white space never matters, and any text has a sequence", () => {
  const part = fc.string({ unit: "binary" }).map((text) => text.replaceAll("`", "'"));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(wordSequence(parts.join(" "))).toBe(wordSequence(`\n${parts.join("\t \n")} `));
    }),
  );
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof wordSequence(text) === "string"));
});
