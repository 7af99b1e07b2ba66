import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GuaranteeId } from "./guarantees.ts";

/** A defect to be put into a copy of the source, to see that the tests of a guarantee notice it. */
export interface Mutant {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly says: string;
  readonly breaks: GuaranteeId;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files in which a test that proves the guarantee must then fail. */
  readonly tests: readonly string[];
}

/** How often what a mutant replaces stands in its file. */
export function occurrencesOf({ file, find }: Mutant, root: string): number {
  return readFileSync(join(root, file), "utf8").split(find).length - 1;
}

export const mutants: readonly Mutant[] = [
  {
    name: "consumed-too-early",
    says: "a candidate leaves staging before its outcome is durable.",
    breaks: "conservation",
    file: "packages/memory/src/commit-plan.ts",
    find: "  await writer.commit(plan.durable);\n",
    replace:
      "  await writer.consume({ settled: new Map(plan.settled.map((id) => [id, 9])), changed: [] });\n  await writer.commit(plan.durable);\n",
    tests: ["packages/memory/test/conservation.test.ts"],
  },
  {
    name: "settled-is-settled-again",
    says: "what an interrupted run settled already is not seen, and is settled once more.",
    breaks: "settled-once",
    file: "packages/memory/src/open-queue.ts",
    find: "if (known !== undefined && known.round >= (candidate.round ?? 0))\n      done.set",
    replace: "if (known === null)\n      done.set",
    tests: ["packages/memory/test/conservation.test.ts"],
  },
  {
    name: "fewer-attempts-win",
    says: "of two copies that wait the one with fewer attempts stays.",
    breaks: "seen-twice",
    file: "packages/storage/src/staging/merge-copies.ts",
    find: "a.reconcile_attempts > b.reconcile_attempts",
    replace: "a.reconcile_attempts < b.reconcile_attempts",
    tests: ["packages/memory/test/seen-twice.test.ts"],
  },
  {
    name: "names-not-synced",
    says: "the name of a new file is not synced before it counts as saved.",
    breaks: "durable-step",
    file: "packages/storage/src/disk/durable.ts",
    find: "    await together(folders.map((folder) => disk.syncFolder(folder)));\n    return created;",
    replace: "    return created;",
    tests: ["packages/storage/test/durable.test.ts"],
  },
  {
    name: "unsynced-counts",
    says: "a folder that can't be synced is passed over.",
    breaks: "unsynced-is-unsaved",
    file: "packages/storage/src/disk/durable.ts",
    find: "    await together(folders.map((folder) => disk.syncFolder(folder)));\n    return created;",
    replace:
      "    await Promise.allSettled(folders.map((folder) => disk.syncFolder(folder)));\n    return created;",
    tests: ["packages/memory/test/failing-disk.test.ts"],
  },
  {
    name: "archiving-rewrites",
    says: "archiving a record changes more of it than its status line.",
    breaks: "never-rewritten",
    file: "packages/storage/src/flip.ts",
    find: "await replaceDurably(disk, row.path, flipped);",
    replace: "await replaceDurably(disk, row.path, Uint8Array.from([...flipped, 10]));",
    tests: ["packages/memory/test/memory.test.ts"],
  },
  {
    name: "trust-from-the-text",
    says: "a proposal may say itself whom it comes from.",
    breaks: "code-owns-structure",
    file: "packages/schema/src/proposal/read-candidate.ts",
    find: "  const { candidate, filled } = fill(category, texts, parsed.data.scope_suggestion, context);",
    replace:
      "  const { candidate, filled } = fill(category, texts, parsed.data.scope_suggestion, { ...context, ...(member as object) });",
    tests: ["packages/schema/test/read-proposal.test.ts"],
  },
  {
    name: "two-verdicts",
    says: "of two different verdicts on one candidate the first is taken.",
    breaks: "one-action",
    file: "packages/reconciler/src/gates/coverage-repeated.ts",
    find: "if (others.every((other) => contentOf(other.action) === contentOf(asked.action))) return undefined;",
    replace: "if (others.length > 0) return undefined;",
    tests: ["packages/reconciler/test/gates.test.ts"],
  },
  {
    name: "invented-ids",
    says: "a verdict may name a record that was never shown.",
    breaks: "only-what-was-shown",
    file: "packages/reconciler/src/gates/unknown-target-id.ts",
    find: "if (target === undefined || chunk.records.has(target)) return undefined;",
    replace: "if (chunk.cases.size > 0) return undefined;",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "all-or-nothing",
    says: "valid verdicts wait as long as one of their chunk is invalid.",
    breaks: "partial-acceptance",
    file: "packages/reconciler/src/settle.ts",
    find: "    if (intent) {\n",
    replace: "    if (intent && rejected.size === 0) {\n",
    tests: ["packages/reconciler/test/decide.test.ts", "packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "no-repair",
    says: "what was rejected is never sent back.",
    breaks: "one-repair",
    file: "packages/memory/src/ask-model.ts",
    find: "if (rejected.length === 0 || held.run.stopReason() !== undefined) return answered;",
    replace: "if (rejected.length >= 0) return answered;",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "two-repairs",
    says: "what was rejected is sent back a second time.",
    breaks: "one-repair",
    file: "packages/memory/src/ask-model.ts",
    find: "  const repair = await call(held, model, again);\n",
    replace: "  await call(held, model, again);\n  const repair = await call(held, model, again);\n",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "failures-are-attempts",
    says: "a model that fails costs its candidate an attempt.",
    breaks: "attempts-mean-rejection",
    file: "packages/memory/src/work-off.ts",
    find: "    failed_alone: (candidate.failed_alone ?? 0) + 1,\n",
    replace:
      "    failed_alone: (candidate.failed_alone ?? 0) + 1,\n    reconcile_attempts: candidate.reconcile_attempts + 1,\n",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "no-token-cap",
    says: "a run goes on when its tokens are used up.",
    breaks: "bounded-run",
    file: "packages/memory/src/run.ts",
    find: 'return leftTokens() === 0 ? "token_cap" : undefined;',
    replace: "return undefined;",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "no-context-budget",
    says: "the block that is put before an agent is as long as it gets.",
    breaks: "bounded-context",
    file: "packages/memory/src/context/compose-context.ts",
    find: "    const line = raw <= left ? lineOf(row, inert) : undefined; // making it inert is the work: only for what may fit\n    const tokens = line === undefined ? raw : tokensOf(line);\n    if (line !== undefined && tokens <= left) {\n",
    replace:
      "    const line = lineOf(row, inert);\n    const tokens = tokensOf(line);\n    if (tokens > 0) {\n",
    tests: ["packages/memory/test/context.test.ts"],
  },
  {
    name: "no-lock",
    says: "the writer's place is opened and not locked.",
    breaks: "single-writer",
    file: "packages/storage/src/lock/take-writer-lock.ts",
    find: '  database.exec("begin exclusive");\n  database.exec("pragma user_version = 1");',
    replace: '  database.exec("select 1");',
    tests: ["packages/storage/test/lock.test.ts"],
  },
  {
    name: "index-is-not-rebuilt",
    says: "a damaged index stays as it is.",
    breaks: "index-disposable",
    file: "packages/storage/src/index/keep-open.ts",
    find: 'const mayBeDamaged = error.trouble === "damaged" || error.trouble === "failed";',
    replace: "const mayBeDamaged = false;",
    tests: ["packages/memory/test/memory.test.ts"],
  },
  {
    name: "index-learns-nothing",
    says: "the index does not learn of what was just committed, so that the next chunk does not meet it.",
    breaks: "chunks-see-earlier",
    file: "packages/storage/src/commit.ts",
    find: "  if (added.length + lines.length > 0) await parts.index.add(added, lines);\n",
    replace: "",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "late-answer-counts",
    says: "an answer that comes after the host's session was replaced is committed.",
    breaks: "stale-generation",
    file: "packages/memory/src/work-off.ts",
    find: 'if (late === "aborted" || late === "stale_generation") return leave(held, left, late);',
    replace: 'if (late === "aborted") return leave(held, left, late);',
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "open-fence",
    says: "a memory stands in the context block as it is, line breaks and control characters too.",
    breaks: "fenced",
    file: "packages/memory/src/context/compose-context.ts",
    find: '    singleLine(shown(text)).replace(fences, "[$1$2]"),\n',
    replace: "    text,\n",
    tests: ["packages/memory/test/context.test.ts"],
  },
  {
    name: "anyone-replaces",
    says: "an agent may replace what a person said.",
    breaks: "trust-decides",
    file: "packages/reconciler/src/gates/lower-trust.ts",
    find: "if (!isLessTrusted(candidate.trust, parties.target.trust)) return undefined;",
    replace: "if (candidate.trust !== parties.target.trust || candidate.trust) return undefined;",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "unquoted",
    says: "what an agent noted stands in the context block like words of the person.",
    breaks: "trust-decides",
    file: "packages/memory/src/context/compose-context.ts",
    find: 'trust === "user" ? text : JSON.stringify(text)',
    replace: "text",
    tests: ["test/poisoning.test.ts"],
  },
  {
    name: "scope-from-anyone",
    says: "what a tool printed may hold in all of the person's projects.",
    breaks: "trust-decides",
    file: "packages/extraction/src/ground/check-candidate.ts",
    find: 'turn.role === "user" ? (scope_suggestion ?? "project") : "project"',
    replace: 'scope_suggestion ?? "project"',
    tests: ["test/poisoning.test.ts"],
  },
  {
    name: "outcomes-not-logged",
    says: "the run log does not say what became of the candidates.",
    breaks: "explained",
    file: "packages/memory/src/commit-plan.ts",
    find: "    outcomes: [...outcomes],\n",
    replace: "    outcomes: [],\n",
    tests: ["packages/memory/test/careful-model.test.ts", "packages/memory/test/memory.test.ts"],
  },
  {
    name: "fallback-not-told",
    says: "what a run falls back from is not told.",
    breaks: "nothing-silent",
    file: "packages/memory/src/run.ts",
    find: "for (const message of [...world.warnings, ...adjudicator.warnings]) warn(message);",
    replace: "for (const message of world.warnings) warn(message);",
    tests: ["packages/memory/test/careful-model.test.ts"],
  },
  {
    name: "quotes-unchecked",
    says: "a quote that was never said is believed.",
    breaks: "grounded",
    file: "packages/extraction/src/ground/find-quote.ts",
    find: ".filter(({ pieces }) => pieces.some((piece) => piece.includes(wanted)))",
    replace: ".filter(({ pieces }) => pieces.length + wanted.length > 0)",
    tests: ["packages/extraction/test/ground/check-candidate.test.ts"],
  },
  {
    name: "turns-read-again",
    says: "what was read of a session is read and paid for again.",
    breaks: "read-once",
    file: "packages/memory/src/extract/plan-session.ts",
    find: "const read = again ? new Set<string>() : known;",
    replace: "const read = new Set<string>();",
    tests: ["packages/memory/test/consolidate.test.ts"],
  },
  {
    name: "archived-comes-back",
    says: "a text that a person archived is learnt again.",
    breaks: "refusals-hold",
    file: "packages/reconciler/src/triage.ts",
    find: "  if (archived) {\n",
    replace: '  if (archived?.record.id === "") {\n',
    tests: ["packages/memory/test/memory.test.ts"],
  },
  {
    name: "readable-by-all",
    says: "files are created so that everyone may read them.",
    breaks: "kept-private",
    file: "packages/storage/src/disk/real-disk.ts",
    find: "const fileMode = 0o600;",
    replace: "const fileMode = 0o644;",
    tests: ["packages/memory/test/memory.test.ts", "packages/storage/test/real-disk.test.ts"],
  },
];
