import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { type Memory, openMemory } from "../src/index.ts";

const opened: { memory: Memory; folder: string }[] = [];

afterEach(async () => {
  for (const { memory } of opened) await memory.close();
  for (const { folder } of opened.splice(0)) await rm(folder, { recursive: true, force: true });
});

export interface Place {
  readonly folder: string;
  readonly dir: string;
  readonly userDir: string;
}

/** A fresh folder for a project's and a person's memory, removed after the test. */
export async function freshPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "holdfast-memory-"));
  return { folder, dir: join(folder, "project", ".holdfast"), userDir: join(folder, "home", ".holdfast") };
}

/** Memory on the real disk, closed after the test. Several over one place are as many hosts. */
export async function openAt(place: Place): Promise<Memory> {
  const memory = await openMemory({ dir: place.dir, userDir: place.userDir, cwd: place.folder });
  opened.push({ memory, folder: place.folder });
  return memory;
}
