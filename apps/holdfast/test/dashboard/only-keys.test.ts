import { describe, expect, test } from "vitest";
import { keysAndPastes, onlyKeys } from "../../src/dashboard/only-keys.ts";

test.each([
  ["its colours", "\u001b]11;rgb:2a2a/fafa/aaaa\u0007"],
  ["its colours, ended otherwise", "\u001b]10;rgb:2a2a/fafa/aaaa\u001b\\"],
  ["its abilities", "\u001bP1+r436f323536\u001b\\"],
  ["what it is", "\u001b[?62;22c\u001b[>0;276;0c"],
  ["where its cursor is", "\u001b[24;80R"],
  ["how large it is", "\u001b[8;24;80t"],
  ["a mouse", "\u001b[<0;10;3M\u001b[<0;10;3m"],
  ["a mouse, in the old way", "\u001b[M !!"],
  ["that one looks at it", "\u001b[I\u001b[O"],
  ["where a paste begins and ends", "\u001b[200~\u001b[201~"],
  ["a key in a way that was not asked for", "\u001b[27;5;97~"],
])("what a terminal says of itself is no key: %s", (_, sent) => {
  expect(onlyKeys()(`a${sent}b`)).toBe("ab");
});

test.each([
  ["letters", "j/money\r\u0003\u007f"],
  ["arrows", "\u001b[A\u001b[B\u001bOC\u001b[1;5D\u001b[a"],
  ["Home and End", "\u001b[H\u001b[F\u001b[1~\u001b[4~\u001bOH"],
  ["pages, with modifiers", "\u001b[5~\u001b[6~\u001b[5;2~\u001b[6^"],
  ["function keys", "\u001bOP\u001b[11~\u001b[24~\u001b[[A\u001b[1;2Q"],
  ["Tab back, Delete", "\u001b[Z\u001b[3~"],
  ["keys by their code", "\u001b[97;5u\u001b[97:65;2:1u"],
  ["Escape", "\u001b"],
  ["Alt with a key", "\u001bx\u001b]\u001b["],
  ["brackets", "[<0;1;1M]11;x"],
])("what is typed stays: %s", (_, typed) => {
  expect(onlyKeys()(typed)).toBe(typed);
});

test("an answer that comes in two pieces is none either, and what never ends takes one key with it at most", () => {
  for (const answer of ["\u001b]11;rgb:2a2a/fafa/aaaa\u001b\\", "\u001b[<0;10;3M"])
    for (let at = 3; at < answer.length; at++) {
      const typed = onlyKeys();
      expect(typed(answer.slice(0, at)) + typed(`${answer.slice(at)}q`), `${at}`).toBe("q");
    }
  const typed = onlyKeys();
  expect(typed("\u001b]11;") + typed("q") + typed("q")).toBe("q");
});

describe("a paste", () => {
  const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;
  const pasting = (isTyping: boolean) => {
    let refused = 0;
    const typed = keysAndPastes({ wantsText: () => isTyping, onRefused: () => refused++ });
    return { typed, refused: () => refused };
  };

  test("is no keys where nothing is typed: it erases, archives and quits nothing, and that is told once", () => {
    const { typed, refused } = pasting(false);
    expect(typed(`a${pasted("dfry\rq\u0003")}b`)).toBe("ab");
    expect(refused()).toBe(1);
    expect(typed("q")).toBe("q");
  });

  test("is text of one line where something is typed, and nothing in it comes alive", () => {
    const { typed, refused } = pasting(true);
    expect(typed(`a${pasted("one\r\ntwo\u001b[A\u0003")}b`)).toBe("aone two [A b");
    expect(refused()).toBe(0);
  });

  test("may come in any pieces", () => {
    const sent = `j${pasted("never the invoice")}k`;
    for (let at = 8; at < sent.length; at++) {
      const { typed } = pasting(true);
      expect(typed(sent.slice(0, at)) + typed(sent.slice(at)), `${at}`).toBe("jnever the invoicek");
    }
  });
});
