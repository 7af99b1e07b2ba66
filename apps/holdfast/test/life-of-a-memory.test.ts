import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPerson, lessons, type Person } from "./run-command.ts";

const text = "Zucchini deploys need a green pipeline";

test.concurrent("remembered, listed, shown, recalled, archived, insisted on, restored, undone and forgotten", async () => {
  const person = aPerson();
  const remember = (...options: string[]) =>
    person.json(["remember", text, "--category", "lesson", ...options]);
  const first = (await remember()).value.outcomes[0]!;
  const record_id = first.record_id!;
  expect(first).toMatchObject({ fate: "add", reason: "Nothing similar is known." });
  await person.json(["remember", "Water the zucchini of the office on Fridays", "--category", "lesson"]);

  const list = await person.run(["list"]);
  expect(list.stdout).toContain(text);
  const shown = await person.run(["show", record_id.slice(0, 10)]);
  expect(shown.stdout).toContain(text);
  expect(shown.stdout).toContain(first.candidate_id);
  expect(await person.json(["show", "rec_"])).toMatchObject({
    code: 1,
    value: { error: { code: "ambiguous_id" } },
  });
  const recalled = await person.run(["recall", "zucchini"]);
  expect(recalled.stdout).toMatch(/matches zucchini/i);
  await person.run(["forget", (await rows(person))[0]!.id]); // the other one

  expect((await person.run(["archive", record_id])).stdout).toContain(`holdfast restore ${record_id}`);
  expect((await person.json(["recall", "zucchini"])).value).toEqual([]);

  const sameWords = await person.json(["remember", `${text}!`, "--category", "lesson"]);
  expect(sameWords.code).toBe(0);
  expect(sameWords.value.outcomes).toMatchObject([
    { fate: "discard", reason: expect.stringMatching(/archived/) },
  ]);
  const sameText = await person.run(["remember", text, "--category", "lesson"]);
  expect(sameText.stdout).toContain("you have archived it");
  expect(sameText.stdout).toContain("--again");

  const insisted = (await remember("--again")).value;
  expect(insisted.outcomes).toMatchObject([{ fate: "add" }]);
  expect((await person.json(["recall", "zucchini"])).value).toHaveLength(1);

  await person.run(["restore", record_id]);
  const undone = await person.json(["undo", insisted.run_id]);
  expect(undone.value).toEqual({ archived: [insisted.outcomes[0]!.record_id], kept: [] });
  expect((await person.json(["recall", "zucchini"])).value).toMatchObject([{ id: record_id }]);

  for (const row of await rows(person)) {
    if (row.summary.includes("Zucchini")) await person.run(["forget", row.id]);
  }
  expect(filesWith(person.dir, "ucchini")).toEqual([]);
  expect((await person.json(["recall", "zucchini"])).value).toEqual([]);
  const back = await person.json(["remember", `${text}.`, "--category", "lesson"]);
  expect(back.value.outcomes).toMatchObject([{ fate: "discard", reason: expect.stringMatching(/forg/) }]);
}, 60_000);

test.concurrent("a text that was staged, saved and confirmed is found nowhere after it is forgotten, not even in the index", {
  timeout: 30_000,
  tags: ["forget"],
}, async () => {
  const person = aPerson();
  for (const session of ["a", "b"]) {
    const proposal = {
      preferences: [{ summary: "The caterer is Xylophone", detail: "Xylophone, as ever." }],
    };
    await person.run(["save", "-", "--session", session], { stdin: JSON.stringify(proposal) });
  }
  await person.run(["stage", "-", "--session", "c"], {
    stdin: JSON.stringify({ preferences: ["The caterer is `Xylophone`."] }),
  });
  expect(filesWith(person.dir, "ylophone").length).toBeGreaterThan(2);
  const [row] = await rows(person);
  expect((await person.run(["forget", row.id])).code).toBe(0);
  expect(filesWith(person.dir, "ylophone")).toEqual([]);
  expect(JSON.stringify((await person.json(["runs"])).value)).not.toContain("ylophone");
});

test.concurrent("what was dropped comes back with recover, and is settled then", async () => {
  const person = aPerson();
  const { value } = await person.json(["stage", "-"], { stdin: lessons("Rotate the logs weekly") });
  const staged = value.staged[0]!;
  const dropped = await person.run(["drop", staged.slice(0, 12)]);
  expect(dropped.stdout).toContain(`holdfast recover ${staged}`);
  const shown = await person.run(["show", staged]);
  expect(shown.stdout).toMatch(/Rotate the logs weekly[\s\S]*dropped by a person/);
  expect(
    (await person.json(["remember", "Rotate the logs weekly", "--category", "lesson"])).value.counts.add,
  ).toBe(0);

  expect((await person.run(["recover", staged])).stdout).toContain("1 recovered, 0 left.");
  expect((await person.json(["reconcile"])).value.counts).toMatchObject({ add: 1 });
}, 30_000);

test.concurrent("what belongs to the person lies in the home folder, is known in every project and says its scope", async () => {
  const person = aPerson();
  const { value } = await person.json(["remember", "I prefer short replies", "--scope", "user"]);
  expect(value.outcomes).toMatchObject([{ scope: "user", fate: "add" }]);
  await person.run(["save", "-", "--scope", "user"], {
    stdin: JSON.stringify({ preferences: ["I like tea"] }),
  });
  await person.run(["remember", "The shop sells tea"]);

  const everything = await rows(person);
  expect(everything.map(({ summary, scope }) => [summary, scope]).sort()).toEqual([
    ["I like tea", "user"],
    ["I prefer short replies", "user"],
    ["The shop sells tea", "project"],
  ]);
  expect(everything.find(({ scope }) => scope === "user")!.path).toMatch(`${person.home}/.holdfast/`);
  const elsewhere = await person.run(["list"], {
    cwd: person.home,
    env: { HOLDFAST_DIR: `${person.home}/other` },
  });
  expect(elsewhere.stdout).toMatch(/preference +user +I like tea/);
  expect(elsewhere.stdout).not.toContain("shop");
  const mine = (await person.json(["list", "--scope", "user"])).value;
  expect(mine).toHaveLength(2);
  expect((await person.json(["recall", "tea", "--scope", "project"])).value).toMatchObject([
    { summary: "The shop sells tea" },
  ]);
}, 30_000);

// biome-ignore lint/suspicious/noExplicitAny: rows as they come
async function rows(person: Person): Promise<any[]> {
  return (await person.json(["list"])).value;
}

/** Every file under a folder whose bytes hold a text, in any letter case. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).toString("latin1").toLowerCase().includes(text);
  });
}
