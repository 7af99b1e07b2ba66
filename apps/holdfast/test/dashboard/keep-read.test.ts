import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openMemory } from "@holdfast/memory";
import { HoldfastError } from "@holdfast/schema";
import { expect, onTestFinished, test } from "vitest";
import { updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import { keepRead } from "../../src/dashboard/keep-read.ts";
import { createStore } from "../../src/dashboard/store.ts";
import { aPerson } from "../run-command.ts";
import { dashboard } from "./a-dashboard.tsx";

const patient = { timeout: 10_000 };

test("records that can't be read are told, although nothing changes", async () => {
  const { memory, dir } = await aMemory();
  mkdirSync(join(dir, "lessons"), { recursive: true });
  writeFileSync(join(dir, "lessons", "torn.md"), "---\nid: rec_1\n");
  writeFileSync(join(dir, "lessons", "empty.md"), "");
  const store = createStore(dashboard(), updateDashboard);
  const reader = keepRead(memory, store);
  onTestFinished(reader.stop);
  await reader.all();
  await expect
    .poll(() => store.get().warnings, patient)
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining("lessons/empty.md"),
        expect.stringContaining("lessons/torn.md"),
      ]),
    );
});

test("what can't be read is told until it can, and is tried again", async () => {
  const { memory } = await aMemory();
  let denied = 0;
  const staged = async () => {
    if (denied++ > 0) return memory.staged();
    throw new HoldfastError("store_unreadable", "Could not list staging.", { hint: "Nothing was changed." });
  };
  const store = createStore(dashboard(), updateDashboard);
  const reader = keepRead({ ...memory, staged }, store);
  onTestFinished(reader.stop);
  await reader.all();
  expect([...store.get().facts.unread]).toEqual([["staged", "Could not list staging. Nothing was changed."]]);
  await expect.poll(() => store.get().facts.staged, patient).toEqual([]);
  expect(store.get().facts.unread.size).toBe(0);
});

test("the model that the dashboard was opened with is the one that it names", async () => {
  const { memory } = await aMemory();
  const store = createStore(dashboard(), updateDashboard);
  const asked: unknown[] = [];
  const status: typeof memory.status = (options) => {
    asked.push(options?.model);
    return memory.status(options);
  };
  const reader = keepRead({ ...memory, status }, store, { model: "local/rules" });
  onTestFinished(reader.stop);
  await reader.all();
  expect(asked).toEqual(["local/rules"]);
});

async function aMemory() {
  const { home, project, dir } = aPerson();
  const memory = await openMemory({ dir, userDir: join(home, ".holdfast"), cwd: project });
  onTestFinished(() => memory.close());
  return { memory, dir };
}
