import { join } from "node:path";
import { type BootFile, type KnownBootFile, readBootFile } from "@holdfast/extraction";
import type { World } from "../world.ts";

/** The files that agents are given at the start of every session, in the project and in the folders of the agents. */
const inProject = [
  "AGENTS.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  ".claude/CLAUDE.md",
  ".cursorrules",
  ".github/copilot-instructions.md",
];
const ofAgent = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"];

/** Longer files are no instructions; they would only cost time. */
const mostBytes = 200_000;

/** The boot files that are there now, and can be read. */
export async function readBootFiles(world: World): Promise<KnownBootFile[]> {
  const homes = Object.values(world.agentHomes);
  const paths = [
    ...inProject.map((name) => join(world.projectRoot, name)),
    ...homes.flatMap((home) => ofAgent.map((name) => join(home, name))),
  ];
  const read = await Promise.all([...new Set(paths)].map((path) => readOne(world, path)));
  return read.filter((file) => file !== undefined).map(readBootFile);
}

async function readOne({ disk }: World, path: string): Promise<BootFile | undefined> {
  try {
    const stat = await disk.stat(path);
    if (stat?.kind !== "file" || stat.size > mostBytes) return undefined;
    const bytes = await disk.read(path);
    return bytes && { path, text: new TextDecoder().decode(bytes) };
  } catch {
    return undefined; // It only serves to leave something out: not to read a session for its sake would be worse.
  }
}
