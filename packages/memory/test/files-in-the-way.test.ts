import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isHoldfastError } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { freshPlace, openAt, type Place } from "./open-for-test.ts";

const lesson = (summary: unknown, sessionId = "session-1") => ({
  sessionId,
  candidates: { lessons: [summary] },
});

function only(dir: string, folder: string): string {
  const [name] = readdirSync(join(dir, folder));
  return join(dir, folder, name!);
}

function filesHolding(folder: string, word: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return files.filter((name) => name.includes(word) || readFileSync(join(folder, name)).includes(word));
}

function staged(place: Place, name: string, candidates: object, over: object = {}): void {
  mkdirSync(join(place.dir, "staging"), { recursive: true });
  const file = {
    schemaVersion: 1,
    session_id: "session-9",
    produced_at: "2030-01-01T00:00:00.000Z",
    project_root: "/p",
    source: "agent",
    candidates: { lessons: [], preferences: [], decisions: [], domain: [], ...candidates },
    ...over,
  };
  writeFileSync(join(place.dir, "staging", name), JSON.stringify(file));
}

describe("a name that is taken by something else", () => {
  const takers: readonly [string, (path: string) => void][] = [
    ["a note of a person", (path) => writeFileSync(path, "# my own note\n")],
    ["an empty file", (path) => writeFileSync(path, "")],
    [
      "a folder",
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ];
  for (const [what, take] of takers) {
    test(`of a record by ${what}: the record gets another name, and both stay`, async () => {
      const place = await freshPlace();
      const memory = await openAt(place);
      await memory.save(lesson("Llamas need two fences"));
      take(only(place.dir, "lessons"));
      await memory.refresh();
      const report = await memory.save(lesson("Llamas need two fences"));
      expect(report.counts.add).toBe(1);
      rmSync(join(place.dir, "index.db"));
      const rows = await memory.records();
      expect(rows.map(({ summary }) => summary)).toContain("Llamas need two fences");
      expect(readdirSync(join(place.dir, "lessons"))).toHaveLength(2);
    });
  }

  test("of a record that a person made something else of, by its id: it keeps the id, and the candidate founds another", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const { outcomes } = await memory.save(lesson("Llamas need two fences"));
    const id = outcomes[0]!.record_id!;
    writeFileSync(only(place.dir, "lessons"), `---\nid: ${id}\n---\n# Alpacas need none\n`);
    const report = await memory.save(lesson("Llamas need two fences"));
    expect(report.counts.add).toBe(1);
    expect(report.outcomes[0]?.record_id).not.toBe(id);
    expect((await memory.records()).map(({ summary }) => summary).sort()).toEqual([
      "Alpacas need none",
      "Llamas need two fences",
    ]);
  });

  for (const [what, take] of takers) {
    test(`of a save in staging by ${what}: the save gets another name`, async () => {
      const place = await freshPlace();
      const memory = await openAt(place);
      await memory.stage(lesson("Llamas need two fences"));
      take(only(place.dir, "staging"));
      const { staged: again } = await memory.stage(lesson("Llamas need two fences"));
      expect(again).toHaveLength(1);
      expect((await memory.staged()).map(({ summary }) => summary)).toEqual(["Llamas need two fences"]);
    });
  }

  test("of a dead letter by one that is newer: both stay, and the new one is recovered by the id it is listed with", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const candidate_id = "cand_00000000000000000001";
    mkdirSync(join(place.dir, "deadletter"), { recursive: true });
    writeFileSync(
      join(place.dir, "deadletter", `${candidate_id}.json`),
      '{"schemaVersion": 2, "precious": "x"}',
    );
    staged(place, "x.json", { lessons: [{ candidate_id, summary: "Llamas need two fences", detail: 5 }] });
    await memory.reconcile();
    expect(readFileSync(join(place.dir, "deadletter", `${candidate_id}.json`), "utf8")).toContain("precious");
    const [letter] = await memory.deadLetters();
    expect(letter).toMatchObject({ kind: "malformed", category: "lesson" });
    const left = (await memory.recover({ all: true })).left;
    expect(left.map(({ reason }) => reason).join()).toContain("newer version");
  });

  test("of a forgotten record by a note of a person: the note stays", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const { outcomes } = await memory.save(lesson("Llamas need two fences"));
    const id = outcomes[0]!.record_id!;
    writeFileSync(join(place.dir, "lessons", `memory--${id}.md`), "# my precious\n");
    await memory.forget(id);
    expect(filesHolding(place.dir, "precious").filter((name) => name.endsWith(".md"))).toEqual([
      `lessons/memory--${id}.md`,
    ]);
    expect(filesHolding(place.dir, "Llamas")).toEqual([]);
  });
});

describe("forgetting", () => {
  test("erases the text where others quote it, in records with the same words, where it waits, in what a dead process was writing, and in both stores", {
    tags: ["forget"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const secret = "The vault passphrase is correct horse battery staple zebra";
    await memory.save(lesson(secret));
    await memory.save(lesson("The vault passphrase is correct but rotated in March", "session-2"));
    await memory.save({
      sessionId: "session-3",
      candidates: { decisions: [{ summary: secret, why: "So it was set." }] },
    });
    await memory.save({
      sessionId: "session-4",
      candidates: { domain: [{ summary: secret, scope_suggestion: "user" }] },
    });
    writeFileSync(join(place.dir, "lessons", ".the-vault.md.4194304-0.tmp"), secret);
    staged(place, "broken.json", { lessons: "none" }, { note: secret });
    await memory.reconcile();
    await memory.stage({ sessionId: "session-5", candidates: { preferences: [secret] } });
    expect(filesHolding(place.folder, "battery staple").length).toBeGreaterThan(5);

    const row = (await memory.records()).find(
      ({ summary, category }) => summary === secret && category === "lesson",
    );
    await memory.forget(row!.id);
    expect(filesHolding(place.folder, "battery staple")).toEqual([]);
  });

  test("keeps the text away when it comes back with more to it: only its keys are written down", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const { outcomes } = await memory.save(lesson("The vault code is quixotic walrus 77"));
    await memory.forget(outcomes[0]!.record_id!);
    const back = { summary: "The vault code is quixotic walrus 77", detail: "Written on the quixotic door." };
    const report = await memory.save(lesson(back, "session-2"));
    expect(report.outcomes[0]).toMatchObject({
      fate: "discard",
      reason: expect.stringContaining("forgotten"),
    });
    await memory.records();
    expect(filesHolding(place.folder, "quixotic")).toEqual([]);
  });

  test("and dropping take no bare type for an id", async () => {
    const memory = await openAt(await freshPlace());
    await memory.save(lesson("Llamas need two fences"));
    await expect(memory.forget("rec_")).rejects.toMatchObject({ code: "ambiguous_id" });
    expect(await memory.records()).toHaveLength(1);
  });
});

describe("one id in both stores", () => {
  test("is ambiguous until a scope is said", async () => {
    const memory = await openAt(await freshPlace());
    await memory.save(lesson("Llamas need two fences"));
    await memory.save(lesson({ summary: "Llamas need two fences", scope_suggestion: "user" }));
    const [row] = await memory.records();
    await expect(memory.archive(row!.id)).rejects.toMatchObject({ code: "ambiguous_id" });
    await memory.archive(row!.id, { scope: "user" });
    expect((await memory.records({ status: "archived" })).map(({ scope }) => scope)).toEqual(["user"]);
  });
});

describe("what can't be read", () => {
  test("a folder among the dead letters costs only itself, and doctor names it", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    mkdirSync(join(place.dir, "deadletter", "c.json"), { recursive: true, mode: 0o700 });
    writeFileSync(join(place.dir, "deadletter", "a.json"), "junk", { mode: 0o600 });
    mkdirSync(join(place.dir, "lessons", "sub"), { recursive: true, mode: 0o700 });
    expect((await memory.save(lesson("Llamas need two fences"))).counts.add).toBe(1);
    expect(await memory.deadLetters()).toEqual([]);
    expect(memory.takeWarnings().join("\n")).toContain("deadletter/a.json");
    expect((await memory.recover({ all: true })).left).toHaveLength(2);
    const codes = (await memory.doctor()).findings.map(({ code }) => code).sort();
    expect(codes).toEqual(["dead_letter_stray", "dead_letter_unreadable", "stray_file"]);
  });

  test("doctor repairs without losing a byte of what anyone wrote", {
    tags: ["doctor-keeps-memory"],
  }, async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.save(lesson("Llamas need two fences"));
    await memory.close();
    const write = (name: string, text: string) => writeFileSync(join(place.dir, name), text);
    const written = {
      "lessons/broken.md": "---\nid: rec_1\n--- half a record of Alpha",
      "lessons/copy.md": readFileSync(only(place.dir, "lessons"), "utf8"),
      "lessons/.my-own-draft.md": "a draft of Bravo",
      "lessons/notes.txt": "a note of Charlie",
      "staging/torn.json": '{"torn": "Delta',
      "staging/mine.txt": "a note of Echo",
      "deadletter/a.json": "junk of Foxtrot",
      "canonical-writer.lock": "a lock of Golf",
      "my-notes.md": "a note of Hotel",
    };
    mkdirSync(join(place.dir, "staging"), { recursive: true });
    mkdirSync(join(place.dir, "deadletter"), { recursive: true });
    for (const [name, text] of Object.entries(written)) write(name, text);
    write("lessons/.half.md.4194304-0.tmp", "what a dead process was writing");
    writeFileSync(join(place.dir, "ledger.jsonl"), '{"torn line of India', { flag: "a" });

    const fixed = await (await openAt(place)).doctor({ fix: true });
    expect(fixed.fixed.length).toBeGreaterThan(2);
    for (const text of [...Object.values(written), '{"torn line of India'])
      expect(filesHolding(place.dir, text), text).not.toEqual([]);
    expect(filesHolding(place.dir, "what a dead process was writing")).toEqual([]);
  });

  test("doctor finds what it can't even look at, and goes on", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    mkdirSync(join(place.dir, "ledger.jsonl"), { recursive: true });
    writeFileSync(join(place.dir, "canonical-writer.lock"), "not ours");
    const codes = (await memory.doctor()).findings.map(({ code }) => code);
    expect(codes).toContain("foreign_lock");
    expect(codes).toContain("disk_failed");
  });

  test("a staging file that is no text is kept byte for byte", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    mkdirSync(join(place.dir, "staging"), { recursive: true });
    const bytes = Buffer.from([0x7b, 0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]);
    writeFileSync(join(place.dir, "staging", "latin.json"), bytes);
    await memory.reconcile();
    const [letter] = await memory.deadLetters();
    expect(letter?.raw_encoding).toBe("base64");
    expect(Buffer.from(letter!.raw!, "base64")).toEqual(bytes);
    expect(existsSync(join(place.dir, "staging", "latin.json"))).toBe(false);
  });

  test("a run that only made dead letters is a run, in the log too", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    staged(place, "x.json", { lessons: "none" });
    const report = await memory.reconcile();
    expect(report).toMatchObject({ status: "completed", counts: { dead_lettered: 1 } });
    expect((await memory.run(report.run_id)).outcomes.map(({ fate }) => fate)).toEqual(["dead_lettered"]);
  });

  test("two members of one id with different words are both kept", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    await memory.stage(lesson("Llamas need two fences"));
    const path = only(place.dir, "staging");
    const file = JSON.parse(readFileSync(path, "utf8"));
    file.candidates.lessons.push({ ...file.candidates.lessons[0], summary: "Alpacas need none" });
    writeFileSync(path, JSON.stringify(file));
    await memory.reconcile();
    expect((await memory.records()).map(({ summary }) => summary)).toEqual(["Llamas need two fences"]);
    await memory.reconcile();
    expect((await memory.deadLetters()).map(({ raw }) => raw).join()).toContain("Alpacas need none");
  });

  test("a malformed candidate keeps what the host had written of it when it is recovered", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    const { staged: ids } = await memory.stage({ ...lesson("Llamas need two fences"), source: "user" });
    const path = only(place.dir, "staging");
    const before = JSON.parse(readFileSync(path, "utf8")).candidates.lessons[0];
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace('"reconcile_attempts": 0', '"reconcile_attempts": "none"'),
    );
    await memory.reconcile();
    expect((await memory.recover({ all: true })).recovered).toEqual(ids);
    await memory.reconcile();
    const [row] = await memory.records();
    expect(row).toMatchObject({ trust: "user", observed_at: before.observed_at });
    expect(row?.sources.map(({ candidate_id }) => candidate_id)).toEqual(ids);
  });
});

describe("records that replace each other", () => {
  const record = (place: Place, name: string, supersedes: string) =>
    writeFileSync(
      join(place.dir, "lessons", `${name}.md`),
      `---\nid: rec_${name}\nsupersedes: [${supersedes}]\n---\n# Thing ${name} about foo\n`,
    );

  test("one that replaces itself is current; a circle of two is found by doctor", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    mkdirSync(join(place.dir, "lessons"), { recursive: true });
    record(place, "self", "rec_self");
    record(place, "a", "rec_b");
    record(place, "b", "rec_a");
    await memory.refresh();
    expect((await memory.record("rec_self")).status).toBe("current");
    const findings = (await memory.doctor()).findings.filter(({ code }) => code === "superseded_in_circle");
    expect(findings.map(({ path }) => path).sort()).toEqual(
      ["a.md", "b.md", "self.md"].map((name) => join(place.dir, "lessons", name)),
    );
  });

  test("archiving one in the middle is refused, for it would bring back what it had replaced", async () => {
    const place = await freshPlace();
    const memory = await openAt(place);
    mkdirSync(join(place.dir, "lessons"), { recursive: true });
    record(place, "a", "");
    record(place, "b", "rec_a");
    record(place, "c", "rec_b");
    await memory.refresh();
    const refused = await memory.archive("rec_b").catch((error: unknown) => error);
    expect(isHoldfastError(refused, "not_a_head")).toBe(true);
    await memory.archive("rec_c");
    expect((await memory.archive("rec_b")).status).toBe("archived");
  });
});
