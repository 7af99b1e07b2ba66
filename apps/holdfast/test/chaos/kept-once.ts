import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { timesKept } from "../places.ts";
import type { Person } from "../run-command.ts";

/** What was acknowledged, and that it is where it must be. */
export interface Acknowledged {
  readonly ids: ReadonlySet<string>;
  /** Takes down what a `stage` or a `save` with `--json` acknowledged. */
  hear(stdout: string): void;
  /** Each is in one place at least, and in at most so many. What is on disk now must stay as well. */
  check(most: 1 | 2): void;
}

export function acknowledgedIn(dir: string): Acknowledged {
  const ids = new Set<string>();
  return {
    ids,
    hear: (stdout) => {
      const answer = JSON.parse(stdout) as { staged?: string[]; stage?: { staged: string[] } };
      for (const id of answer.staged ?? answer.stage?.staged ?? []) ids.add(id);
    },
    check: (most) => {
      const kept = timesKept(dir);
      const wrong = [...ids].filter((id) => (kept.get(id) ?? 0) < 1 || (kept.get(id) ?? 0) > most);
      expect(wrong.map((id) => `${id}: ${kept.get(id) ?? 0} places`)).toEqual([]);
      for (const id of kept.keys()) ids.add(id);
    },
  };
}

/**
 * Nobody writes any more: the next run settles all, each candidate is in one place, nothing temporary and no lock is left, doctor finds
 * nothing, and the index that there is says what one that is built anew says.
 */
export async function endInOrder(
  person: Person,
  acknowledged: Acknowledged,
): Promise<{ candidates: number; records: number; lost: number; doubled: number }> {
  const last = await person.json(["reconcile", "--model", "local/rules"]);
  expect(last, JSON.stringify(last)).toMatchObject({
    code: 0,
    value: { status: expect.stringMatching(/^(completed|idle)$/) },
  });
  acknowledged.check(1);
  await person.run(["doctor", "--fix"]);
  expect((await person.json(["doctor"])).value.findings).toEqual([]);
  expect((await person.json(["staging"])).value).toEqual([]);
  expect((await person.json(["status"])).value.writer).toBeNull();
  expect(temporaryIn(person.dir)).toEqual([]);

  const { value: records } = await person.json(["list"]);
  for (const name of readdirSync(person.dir).filter((one) => one.startsWith("index.db")))
    rmSync(join(person.dir, name));
  expect((await person.json(["list"])).value).toEqual(records);
  const kept = timesKept(person.dir);
  const times = [...acknowledged.ids].map((id) => kept.get(id) ?? 0);
  return {
    candidates: times.length,
    records: records.length,
    lost: times.filter((count) => count === 0).length,
    doubled: times.filter((count) => count > 1).length,
  };
}

function temporaryIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(
    (name) => /(^|\/)\.|\.tmp/.test(name) && !name.endsWith(".gitignore"),
  );
}
