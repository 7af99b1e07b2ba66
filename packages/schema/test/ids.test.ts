import { candidateId, canonicalText, fileId, recordId, recordIdOfPath, runId, setId } from "@holdfast/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const words = fc.array(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((word) => !/\s/u.test(word)),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const blank = fc.constantFrom(" ", "  ", "\n", "\r\n", "\t", " \u00a0 ", "\u3000");
const of = (over: Partial<Parameters<typeof candidateId>[0]> = {}) =>
  candidateId({ category: "lesson", sessionId: "s", summary: "a", detail: "b", ...over });

describe("the id of a candidate", () => {
  test("is pinned: ids in files of today are found tomorrow", () => {
    const id = candidateId({
      category: "decision",
      sessionId: "s-1",
      summary: "Über 1",
      detail: "d",
      why: "w",
    });
    expect(id).toBe("cand_0d6cc064bbce3cf11765");
    expect(recordId({ candidate_id: id })).toBe("rec_59675825c2ca0f8c953f");
    expect(recordId({ candidate_id: id, round: 1 })).toBe("rec_1f6a2f15084d445f6901");
    expect(recordIdOfPath("lessons/mine.md")).toBe("rec_9ced830baa73f1b5be35");
    expect(fileId("{")).toBe("file-260b4cd458ddd7a348ed");
    expect(setId(["b", "a"])).toBe("facdde7abf1eac5b3012");
  });

  test("is the same for the same words, however they are spaced", () => {
    fc.assert(
      fc.property(words, fc.array(blank, { minLength: 8, maxLength: 8 }), (texts, blanks) => {
        const spaced = blanks[6]! + texts.map((text, i) => text + (blanks[i] ?? " ")).join("") + blanks[7]!;
        expect(of({ summary: spaced, detail: spaced })).toBe(
          of({ summary: texts.join(" "), detail: texts.join(" ") }),
        );
      }),
    );
  });

  test("is the same for the same characters, however they are composed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(of({ summary: text.normalize("NFD") })).toBe(of({ summary: text.normalize("NFC") }));
      }),
    );
    expect(of({ summary: "café" })).toBe(of({ summary: "cafe\u0301" }));
  });

  test("differs for other words, another field, category or session", () => {
    const ids = [
      of(),
      of({ summary: "A" }),
      of({ summary: "b", detail: "a" }),
      of({ summary: "a b", detail: "" }),
      of({ detail: "b", why: "", category: "decision" }),
      of({ why: "c" }),
      of({ category: "domain" }),
      of({ sessionId: "t" }),
      of({ sessionId: "s ", summary: "a" }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("never lets one field run into the next", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        fc.pre(canonicalText(a) !== canonicalText(c) || canonicalText(b) !== canonicalText(d));
        expect(of({ summary: a, detail: b })).not.toBe(of({ summary: c, detail: d }));
      }),
    );
  });

  test("does not depend on what was proposed with it, or in which order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(["a", "b", "c", "d"], { minLength: 1 }), (order) => {
        const ids = new Map(order.map((summary) => [summary, of({ summary })]));
        for (const [summary, id] of ids) expect(id).toBe(of({ summary }));
      }),
    );
  });

  test("is that of well-formed text for half characters", () => {
    expect(of({ summary: "\ud800" })).toBe(of({ summary: "\ufffd" }));
  });
});

describe("the id of a record", () => {
  test("derives from its candidate, and is another one for a second round", () => {
    const candidate_id = of();
    expect(recordId({ candidate_id })).toBe(recordId({ candidate_id, round: undefined }));
    const rounds = [0, 1, 2].map((round) => recordId({ candidate_id, round }));
    expect(new Set([...rounds, recordIdOfPath(candidate_id)]).size).toBe(4);
    expect(rounds[0]).toBe(recordId({ candidate_id }));
  });
});

describe("the name of a set", () => {
  test("depends on its members alone: neither on order nor on repetition", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), (ids) => {
        expect(setId([...ids].reverse())).toBe(setId(ids));
        expect(setId([...ids, ids[0]!])).toBe(setId(ids));
        expect(setId([...ids, `${ids.join("")}+`])).not.toBe(setId(ids));
      }),
    );
  });

  test("tells apart sets that join to the same text", () => {
    expect(setId(["ab", "c"])).not.toBe(setId(["a", "bc"]));
  });
});

test("run ids sort by time", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
      fc.nat(1_000_000_000),
      (date, later) => {
        const next = new Date(date.getTime() + 1_000 + later);
        expect(runId(date, "ffffff") < runId(next, "000000")).toBe(true);
      },
    ),
  );
  expect(runId(new Date("2030-01-02T03:04:05.678Z"), "abcdef99")).toBe("run_20300102T030405_abcdef");
});
