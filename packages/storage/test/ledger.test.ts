import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Disk, type LedgerLine, wordKey } from "@holdfast/schema";
import { aCandidate, everyDeath, failingDisk, memoryDisk, noon, runUntil } from "@holdfast/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { realDisk } from "../src/disk/real-disk.ts";
import { appendToLedger } from "../src/ledger/append-to-ledger.ts";
import { eraseFromLedger } from "../src/ledger/erase-from-ledger.ts";
import { readLedger } from "../src/ledger/read-ledger.ts";

const path = "/m/ledger.jsonl";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

function aLine(letter: string, over: Partial<LedgerLine> = {}): LedgerLine {
  const candidate = aCandidate({ summary: `Lesson ${letter}`, detail: "é \u2028 日本\nsecond line" });
  return {
    candidate_id: candidate.candidate_id,
    session_id: "session-1",
    run_id: "run_20300101T120000_000000",
    fate: "duplicate",
    record_id: "rec_1",
    reason: "Says the same.",
    at: noon,
    candidate,
    ...over,
  };
}

const [one, two, three] = [aLine("one"), aLine("two"), aLine("three")];
const json = (line: LedgerLine) => `${JSON.stringify(line)}\n`;
const linesIn = (bytes: Uint8Array | undefined) => readLedger(bytes!).lines.map(({ line }) => line);

describe("reading", () => {
  test("gives lines with their offsets, and goes on where it ended", () => {
    const bytes = bytesOf(json(one) + json(two));
    const second = bytesOf(json(one)).length;
    expect(readLedger(bytes)).toEqual({
      lines: [
        { line: one, offset: 0 },
        { line: two, offset: second },
      ],
      skipped: 0,
      end: bytes.length,
      torn: false,
    });
    expect(readLedger(bytes.subarray(second), second).lines).toEqual([{ line: two, offset: second }]);
  });

  test("counts no line without its line feed, even a complete one, and stops before it", () => {
    const whole = bytesOf(json(one));
    for (const tail of [json(two).trimEnd(), json(two).slice(0, 40), "{"]) {
      const read = readLedger(bytesOf(json(one) + tail));
      expect(read).toMatchObject({ skipped: 0, end: whole.length, torn: true });
      expect(read.lines).toHaveLength(1);
    }
  });

  test("cut anywhere, gives the lines that are whole", () => {
    const bytes = bytesOf(json(one) + json(two));
    const second = bytesOf(json(one)).length;
    for (let cut = 0; cut <= bytes.length; cut++) {
      const whole = cut === bytes.length ? 2 : cut >= second ? 1 : 0;
      expect(readLedger(bytes.subarray(0, cut)).lines).toHaveLength(whole);
    }
  });

  test("passes over whole lines that can't be read, and says how many", () => {
    const bad = [
      "oops",
      "{}",
      '{"candidate_id":"cand_1"}',
      json(one).replace("duplicate", "vanished").trimEnd(),
    ];
    const text = `${bad[0]}\n${json(one)}\n${bad.slice(1).join("\n")}\n${json(two)}`;
    const bytes = Buffer.concat([bytesOf(text), Buffer.from([0xff, 0x0a])]);
    expect(linesIn(bytes)).toEqual([one, two]);
    expect(readLedger(bytes)).toMatchObject({ skipped: 5, torn: false });
  });

  test("of nothing gives nothing", () => {
    expect(readLedger(new Uint8Array(), 7)).toEqual({ lines: [], skipped: 0, end: 7, torn: false });
  });

  test("a line is pinned: it is read for ever", { tags: ["stable-formats"] }, () => {
    const text = `{"candidate_id":"cand_0a","session_id":"s","run_id":"run_1","fate":"discard","reason":"Dropped.","at":"2030-01-01T12:00:00.000Z","by":"person","candidate":{"candidate_id":"cand_0a","forgotten":true,"summary_key":"k","text_key":"t"}}\n`;
    const [line] = linesIn(bytesOf(text));
    expect(json(line!)).toBe(text);
  });
});

describe("appending", () => {
  const append = async (disk: Disk) => {
    await appendToLedger(disk, path, [one]);
    await appendToLedger(disk, path, [two, three]);
  };

  test("survives a power cut once it returned", { tags: ["durable-step"] }, async () => {
    const disk = memoryDisk();
    await append(disk);
    expect(linesIn(await disk.afterPowerCut().read(path))).toEqual([one, two, three]);
  });

  test("of nothing touches nothing", async () => {
    const disk = memoryDisk();
    await appendToLedger(disk, path, []);
    expect(disk.files()).toEqual({});
  });

  test("after a death anywhere, the next lines are whole, and no line is one that did not count before", async () => {
    for (const death of await everyDeath(append)) {
      const died = await runUntil(death, append);
      const cuts = [
        died.afterKill(),
        died.afterPowerCut(),
        died.afterPowerCut({ bytes: "half", names: "kept" }),
      ];
      for (const disk of cuts) {
        const before = linesIn((await disk.read(path)) ?? new Uint8Array());
        await appendToLedger(disk, path, [three]);
        const after = readLedger((await disk.afterPowerCut().read(path))!);
        expect(
          after.lines.map(({ line }) => line),
          death.title,
        ).toEqual([...before, three]);
        expect(after, death.title).toMatchObject({ skipped: 0, torn: false });
      }
    }
  });

  test("a line that lacked only its line feed never begins to count", async () => {
    const disk = memoryDisk();
    await disk.makeFolder("/m");
    await disk.append(path, bytesOf(json(one) + json(two).trimEnd()));
    await appendToLedger(disk, path, [three]);
    expect(linesIn(await disk.read(path))).toEqual([one, three]);
  });

  test("that fails on a full disk leaves a part at most, and can be repeated", async () => {
    const disk = memoryDisk();
    await appendToLedger(disk, path, [one]);
    const full = failingDisk(disk, { at: 1, code: "disk_full" });
    await expect(appendToLedger(full, path, [two, three])).rejects.toMatchObject({ code: "disk_full" });
    await appendToLedger(disk, path, [two, three]);
    const read = linesIn(await disk.read(path));
    expect(new Set(read.map(({ candidate_id }) => candidate_id))).toEqual(
      new Set([one, two, three].map(({ candidate_id }) => candidate_id)),
    );
    expect(read.at(-1)).toEqual(three);
  });

  test("works on a real disk, after a real torn tail", async () => {
    const root = await fs.mkdtemp(join(tmpdir(), "holdfast-ledger-"));
    try {
      const real = join(root, "ledger.jsonl");
      await appendToLedger(realDisk(), real, [one]);
      await fs.truncate(real, (await fs.stat(real)).size - 5);
      await appendToLedger(realDisk(), real, [two]);
      expect(linesIn(await realDisk().read(real))).toEqual([two]);
    } finally {
      await fs.rm(root, { recursive: true });
    }
  });
});

describe("erasing", () => {
  const secret = aLine("x", {
    reason: "Repeats hunter2.",
    candidate: aCandidate({ summary: "Password hunter2", detail: "It is hunter2." }),
  });
  const isSecret = (line: LedgerLine) => line.reason.includes("hunter2");

  test("leaves ids, fate and keys of the matching lines, and no word of their texts", () => {
    const erased = eraseFromLedger(bytesOf(json(one) + json(secret) + json(two)), isSecret)!;
    expect(textOf(erased)).not.toContain("hunter2");
    expect(linesIn(erased)).toEqual([
      one,
      {
        ...secret,
        reason: "The text was forgotten.",
        candidate: {
          candidate_id: secret.candidate.candidate_id,
          forgotten: true,
          summary_key: wordKey("Password hunter2"),
          text_key: wordKey("Password hunter2\nIt is hunter2."),
        },
      },
      two,
    ]);
  });

  test("works on what a person dropped unread", () => {
    const unread = { candidate_id: "file-1", unreadable: true, raw: "{hunter2" } as const;
    const erased = eraseFromLedger(
      bytesOf(json({ ...secret, candidate_id: "file-1", candidate: unread })),
      isSecret,
    )!;
    expect(textOf(erased)).not.toContain("hunter2");
    expect(linesIn(erased)[0]?.candidate).toMatchObject({ candidate_id: "file-1", forgotten: true });
  });

  test("takes along what was cut off, which may hold the same text", async () => {
    const disk = memoryDisk();
    await disk.makeFolder("/m");
    await disk.append(path, bytesOf(json(secret).slice(0, -9)));
    await appendToLedger(disk, path, [one]);
    await disk.append(path, bytesOf(json(secret).slice(0, -9)));
    const erased = eraseFromLedger((await disk.read(path))!, () => false);
    expect(textOf(erased)).toBe(json(one));
  });

  test("leaves every other line byte for byte, also one that can't be read", () => {
    const odd = `  ${JSON.stringify(one, null, 0)} \noops\n\n`;
    expect(textOf(eraseFromLedger(bytesOf(odd + json(secret)), isSecret)).startsWith(odd)).toBe(true);
  });

  test("of nothing is undefined, and so is erasing again", () => {
    expect(eraseFromLedger(bytesOf(json(one)), isSecret)).toBeUndefined();
    expect(eraseFromLedger(new Uint8Array(), isSecret)).toBeUndefined();
    const once = eraseFromLedger(bytesOf(json(secret)), () => true)!;
    expect(eraseFromLedger(once, () => true)).toBeUndefined();
  });

  test("keeps the number, order and ids of lines, whatever matches", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1 }), (chosen) => {
        const lines = chosen.map((gone, i) => aLine(String(i), gone ? { reason: "hunter2" } : {}));
        const bytes = bytesOf(lines.map(json).join(""));
        const after = linesIn(eraseFromLedger(bytes, isSecret) ?? bytes);
        expect(after.map(({ candidate_id }) => candidate_id)).toEqual(
          lines.map(({ candidate_id }) => candidate_id),
        );
        expect(after.map(({ candidate }) => "forgotten" in candidate)).toEqual(chosen);
      }),
    );
  });
});
