import fc from "fast-check";
import { expect, test } from "vitest";
import { stem } from "../src/stem.ts";

test.each(
  `consigned consign, consigning consign, consistency consist, consolation consol, knackeries knackeri,
  generate generat, generously generous, communication communic, relational relat, conditional condit, rational ration,
  hopefulness hope, hopping hop, hoping hope, falling fall, controlling control, agreed agre, feed feed, proceed proceed,
  happy happi, say say, by by, cries cri, ties tie, died die, gas gas, kiwis kiwi, caresses caress, bed bed, shed shed,
  electricity electr, adjustment adjust, replacement replac, dependent depend, triplicate triplic, formative format,
  formalize formal, vietnamization vietnam, operator oper, sensibility sensibl, apology apolog, quickly quick,
  activities activ, dying die, news news, skies sky, inning inning, retries retri, retry retri, retrying retri,
  installed instal, installing instal, testing test, tests test, caches cach, caching cach, dependencies depend, youth youth,
  boyish boyish, adoption adopt, controll control, cease ceas, rate rate, roll roll, enjoyment enjoy`
    .split(/,\s*/)
    .map((pair) => pair.trim().split(" ") as [string, string]),
)("the stem of %s is %s", (word, expected) => {
  expect(stem(word)).toBe(expected);
});

test("a stem is never empty, nor longer than its word by more than a letter", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
      expect(stem(word)).toMatch(/^[a-z]+$/);
      expect(stem(word).length).toBeLessThanOrEqual(word.length);
    }),
    { numRuns: 2_000 },
  );
});
