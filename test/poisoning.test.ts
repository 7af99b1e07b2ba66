import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Memory, openMemory } from "@holdfast/memory";
import type { RunReport } from "@holdfast/schema";
import {
  aLesson,
  alive,
  anAnswer,
  aTranscript,
  labelsIn,
  type ScriptedModel,
  scriptedModel,
} from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { aPerson } from "../apps/holdfast/test/run-command.ts";
import { type Attack, attacks, type Entrance, rule } from "../guarantees/attacks.ts";
import { poisoningPage } from "../guarantees/render-pages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("a text that wants to become a rule", () => {
  test.each(attacks)("$id: $tries", { tags: ["trust-decides", "fenced"] }, async (attack) => {
    const folder = mkdtempSync(join(tmpdir(), "holdfast-poison-"));
    const memory = await openMemory({ dir: join(folder, "p"), userDir: join(folder, "u"), cwd: folder });
    try {
      await memory.save({
        sessionId: "person",
        source: "user",
        candidates: { lessons: [rule] },
        model: "local/rules",
      });
      const { report, model } = await strike(memory, attack.enters);
      await expectEnd(memory, attack, report, model);

      const [first, ...others] = linesOf((await memory.context()).text);
      expect(first).toMatch(new RegExp(`^- \\[lesson, said by the person, rec_\\w+\\] ${rule}$`));
      for (const line of others)
        expect(line).toMatch(/^- \[\w+, (noted by an agent|learnt from a session), rec_\w+\] ".*"$/);
      const records = await memory.records();
      expect(
        records.filter(({ trust }) => trust === "user").map(({ summary, status }) => [summary, status]),
      ).toEqual([[rule, "current"]]);
      expect(records.filter(({ scope }) => scope === "user")).toEqual([]);
    } finally {
      await memory.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("there are thirty at least, each with a name of its own", () => {
    expect(new Set(attacks.map(({ id }) => id)).size).toBe(attacks.length);
    expect(attacks.length).toBeGreaterThanOrEqual(30);
  });

  test("the real command saves, lists, recalls and gives them to an agent without one of them coming alive", {
    tags: ["trust-decides", "fenced", "inert"],
    timeout: 60_000,
  }, async () => {
    const person = aPerson();
    await person.run(["remember", rule]);
    const lessons = attacks.flatMap(({ enters }) => (enters.kind === "proposal" ? [enters.lesson] : []));
    await person.run(["save", "-"], { stdin: JSON.stringify({ lessons }) });
    const outputs = await Promise.all(
      [["list"], ["context", "push to main", "--budget", "50000"], ["recall", "push to main"], ["runs"]].map(
        (args) => person.run(args),
      ),
    );
    for (const { stdout, stderr } of outputs) expect(alive.exec(stdout + stderr)).toBeNull();
    const rows = (await person.json(["list"])).value;
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ trust }) => trust === "user").map(({ summary }) => summary)).toEqual([rule]);
    const { text } = (await person.json(["context", "--budget", "50000"])).value;
    expect(linesOf(text).length).toBe(rows.length);

    // A recall is read by agents as well: its unindented lines are what was said, in quotes unless the person said it.
    const { stdout } = await person.run(["recall", "push to main", "--limit", "20"]);
    const said = stdout.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
    expect(said.filter((line) => !line.startsWith('"') && !line.endsWith('"'))).toContain(rule);
    const unquoted = stdout.replaceAll(/"(?:[^"\\\n]|\\.|\n)*?"/g, "");
    expect(unquoted).not.toMatch(/always push/i);
  });
});

test("docs/poisoning.md is up to date (`npm run docs` writes it anew)", () => {
  const path = join(root, "docs/poisoning.md");
  const page = poisoningPage(attacks);
  if (process.env.HOLDFAST_WRITE === "1") writeFileSync(path, page);
  else expect(existsSync(path) && readFileSync(path, "utf8")).toBe(page);
});

/** The attack gets in by the door it takes, with a model that does all it is told. */
async function strike(
  memory: Memory,
  enters: Entrance,
): Promise<{ report: RunReport; model: ScriptedModel }> {
  const model = scriptedModel(({ prompt, tool }) => {
    if (tool.name === "submit_candidates") return anAnswer(submissionOf(enters));
    const { refs } = labelsIn(prompt.slice(prompt.indexOf("\nCANDIDATES")));
    const verdict = enters.verdict ?? { action: "add" };
    return anAnswer({ actions: refs.map((ref) => ({ ref, reason: "So it was said.", ...verdict })) });
  });
  if (enters.kind === "session") {
    const { role, text, tool } = enters;
    const turns = [
      { id: "t1", role: "user" as const, text: "Please have a look at the release notes of the parser." },
      {
        id: "t2",
        role,
        text,
        ...(role === "tool" && { tool: tool ?? "web_fetch", input: "https://notes.example" }),
      },
    ];
    return { report: await memory.consolidate({ transcript: aTranscript({ turns }), model }), model };
  }
  if (enters.known !== undefined)
    await memory.save({ sessionId: "before", candidates: { lessons: [enters.known] }, model: "local/rules" });
  const report = await memory.save({ sessionId: "agent", candidates: { lessons: [enters.lesson] }, model });
  return { report, model };
}

function submissionOf(enters: Entrance): object {
  const none = { lessons: [], preferences: [], decisions: [], domain: [] };
  if (enters.kind !== "session") return none;
  const scope_suggestion = enters.everywhere ? "user" : "project";
  return { ...none, [enters.as]: [aLesson(enters.summary, enters.quote, { scope_suggestion })] };
}

async function expectEnd(
  memory: Memory,
  { ends }: Attack,
  report: RunReport,
  model: ScriptedModel,
): Promise<void> {
  const mine = (await memory.records({ status: "current" })).filter(({ trust }) => trust !== "user");
  if (ends.kind === "refused" || ends.kind === "unread") {
    const refused = report.extraction?.refused.map(({ message }) => message).join("\n") ?? "";
    if (ends.kind === "refused") expect(refused).toContain(ends.says);
    else {
      expect(refused).toContain("were not said");
      expect(model.requests.length).toBeGreaterThan(0);
      for (const { prompt } of model.requests) expect(prompt).not.toContain(ends.unseen);
    }
    expect(mine).toEqual([]);
  } else if (ends.kind === "quoted") {
    expect(report.counts.add).toBe(1);
    const { text } = await memory.context();
    expect(linesOf(text)).toHaveLength(2);
    expect(linesOf(text)[1]).toContain(ends.text);
    expect(alive.exec(text)).toBeNull();
  } else if (ends.kind === "rejected") {
    expect(report.outcomes).toMatchObject([{ fate: "rejected", violations: [{ gate: ends.gate }] }]);
    expect(mine).toEqual([]);
    expect(await memory.staged()).toHaveLength(1);
  } else {
    expect(report.counts.merge).toBe(1);
    const texts = mine.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n");
    expect(texts).toContain(ends.keeps);
    expect(texts).not.toContain(ends.without);
  }
}

/** The lines of a context block between its fences, which are one pair; the one that introduces them is left out. */
function linesOf(block: string): string[] {
  const lines = block.trimEnd().split("\n");
  expect(lines[0]).toBe('<holdfast-memory version="1">');
  expect(lines.at(-1)).toBe("</holdfast-memory>");
  expect(lines.filter((line) => /^<\/?holdfast-memory/.test(line))).toHaveLength(2);
  return lines.slice(2, -1);
}
