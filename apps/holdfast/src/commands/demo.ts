import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { localRules, openMemory } from "@holdfast/memory";
import type { Answer, Desk } from "../command.ts";
import { demoSession } from "../own-package.ts";
import { runText } from "../show/run-text.ts";
import { visibleLine } from "../visible-text.ts";
import { recallText } from "./recall.ts";

const questions = ["postgres or sqlite", "how do we run the tests"];

/** The main job on an example session: consolidates it into a fresh folder, recalls from it, and says where everything lies. */
export async function demo(desk: Desk): Promise<Answer> {
  const { styles, onEvent } = desk;
  const folder = await mkdtemp(join(tmpdir(), "holdfast-demo-"));
  const memory = await openMemory({
    dir: join(folder, "project"),
    userDir: join(folder, "person"),
    cwd: folder,
  });
  try {
    const run = await memory.consolidate({
      transcript: demoSession,
      model: localRules,
      onEvent,
      signal: desk.stopInOrder(),
    });
    const recalled = [];
    for (const query of questions) recalled.push({ query, found: await memory.recall(query, { limit: 3 }) });
    const { dir, user_dir, records } = await memory.status();
    const text = [
      `${styles.note("$ holdfast consolidate session.jsonl")}\n`,
      runText(run, desk),
      ...recalled.flatMap(({ query, found }) => [
        `${styles.note(`$ holdfast recall "${query}"`)}\n`,
        recallText(found, desk),
      ]),
      `${styles.bold(`${records} records, one Markdown file each:`)} read, edit, undo.`,
      `  ${visibleLine(dir)}\n  ${visibleLine(user_dir)}\n`,
      styles.dim(`Look around: ${howToStart()} list --dir ${visibleLine(dir)}`),
      "",
    ].join("\n");
    return { json: { run, recalled, dir, user_dir }, text };
  } finally {
    await memory.close();
  }
}

/** The words that start this command where it was started now. */
function howToStart(): string {
  const script = process.argv[1] ?? "";
  if (basename(script) !== "main.js") return "holdfast";
  const path = relative(process.cwd(), script);
  return `node ${visibleLine(path.startsWith("..") ? script : path)}`;
}
