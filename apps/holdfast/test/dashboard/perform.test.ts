import type { Memory } from "@holdfast/memory";
import { expect, test } from "vitest";
import { updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import { editorWords } from "../../src/dashboard/edit-file.ts";
import { type Means, performer } from "../../src/dashboard/perform.ts";
import { createStore } from "../../src/dashboard/store.ts";
import { dashboard } from "./a-dashboard.tsx";

test("who quits while something is erased quits when it is; asking again does not wait", async () => {
  let erased = () => {};
  const { perform, store, quits } = performing({
    forget: () =>
      new Promise((done) => {
        erased = () => done({ forgotten: ["rec_1"] });
      }),
  });
  perform({ kind: "forget", id: "rec_1", scope: "project" });
  perform({ kind: "quit" });
  await new Promise(setImmediate);
  expect(quits).toEqual([]);
  expect(store.get().notice?.text).toMatch(/^Finishing what you asked for/);
  perform({ kind: "quit" });
  expect(quits).toEqual(["at once"]);
  erased();
  await expect.poll(() => quits).toEqual(["at once", "in order"]);
  expect(store.get().notice?.text).toMatch(/^Erased: rec_1/);
});

test("what takes long is told to have begun", async () => {
  let recovered = () => {};
  const { perform, store } = performing({
    recover: () =>
      new Promise((done) => {
        recovered = () => done({ recovered: ["cand_1"], left: [] });
      }),
  });
  perform({ kind: "recover", ids: "all" });
  expect(store.get().notice).toBeUndefined();
  await expect.poll(() => store.get().notice?.text).toBe("Working on it ...");
  recovered();
  await expect.poll(() => store.get().notice?.text).toBe("1 staged again.");
});

test("an editor that fails is told", async () => {
  const { perform, store } = performing({ refresh: async () => {} }, { edit: async () => "code 1" });
  perform({ kind: "edit", path: "/shop/a.md" });
  await expect
    .poll(() => store.get().notice?.text)
    .toBe("The editor ended with code 1. Back from /shop/a.md");
});

test.each([
  [{ EDITOR: "vim" }, ["vim"]],
  [{ EDITOR: "vim", VISUAL: "code --wait" }, ["code", "--wait"]],
  [{ EDITOR: " vim  -n " }, ["vim", "-n"]],
  [
    { EDITOR: '"/opt/my editor/ed" --title="two words" \'x y\'' },
    ["/opt/my editor/ed", "--title=two words", "x y"],
  ],
  [{ EDITOR: "C:\\Tools\\ed.exe" }, ["C:\\Tools\\ed.exe"]],
  [{ EDITOR: "", VISUAL: " " }, ["vi"]],
  [{}, ["vi"]],
])("the editor of %j is %j", (env, words) => {
  expect(editorWords(env)).toEqual(words);
});

/** A dashboard that does things to a memory which can do nothing else. */
function performing(memory: Partial<Memory>, means: Partial<Means> = {}) {
  const store = createStore(dashboard(), updateDashboard);
  const quits: string[] = [];
  const { perform } = performer({
    memory: memory as Memory,
    store,
    model: undefined,
    now: () => 0,
    edit: async () => undefined,
    copy: () => {},
    readAgain: () => {},
    suspend: async () => {},
    quit: () => quits.push("in order"),
    quitAtOnce: () => quits.push("at once"),
    ...means,
  });
  return { perform, store, quits };
}
