import type { Memory } from "@holdfast/memory";
import type { ContextBlock, RunEvent, RunReport } from "@holdfast/schema";
import type { PiContext } from "./host.ts";
import { loadMemory } from "./load-memory.ts";
import type { Session } from "./session.ts";
import { showRun } from "./show-run.ts";
import {
  count,
  everyOutcome,
  fatesText,
  givenText,
  recalledText,
  recordsText,
  recordText,
  stagedText,
  statusText,
} from "./tell.ts";

/** What a typed command works with. */
export interface Work {
  readonly memory: Memory;
  readonly session: Session;
  readonly ctx: PiContext;
  /** What was typed after the command's word. */
  readonly rest: string;
  /** What the agent is given in this session. */
  readonly given: () => Promise<ContextBlock>;
}

export interface TypedCommand {
  readonly word: string;
  readonly does: string;
  /** Changes nothing and needs nothing typed after it. */
  readonly looks?: true;
  /** Takes as long as a model takes: on a terminal the person goes on meanwhile. */
  readonly takesTime?: true;
  /** Does it to the end, and answers what is to be told. */
  readonly run: (work: Work) => Promise<string>;
}

const shown = 20;

/** The commands after `/memory`: direct, and the same in every mode. */
export const typedCommands: readonly TypedCommand[] = [
  {
    word: "consolidate",
    does: "learn from this session: extract, stage, reconcile",
    takesTime: true,
    run: ({ memory, session, ctx }) => {
      const branch = ctx.sessionManager.getBranch();
      const transcript = loadMemory().readPiBranch(branch, { id: session.id, cwd: ctx.cwd });
      return settled(session, (guard) => memory.consolidate({ transcript, ...guard }));
    },
  },
  {
    word: "reconcile",
    does: "settle what is staged",
    takesTime: true,
    run: ({ memory, session }) => settled(session, (guard) => memory.reconcile(guard)),
  },
  {
    word: "recover",
    does: "bring dead letters back, all or by id",
    run: async ({ memory, rest }) => {
      const ids = rest.split(/\s+/u).filter(Boolean);
      const { recovered, left } = await memory.recover(ids.length > 0 ? { ids } : { all: true });
      const kept = left.map(({ id, reason }) => `- left: ${id}: ${reason}`);
      if (recovered.length + left.length === 0) return "There is nothing to bring back.";
      return [`${recovered.length} brought back; /memory reconcile settles them.`, ...kept].join("\n");
    },
  },
  {
    word: "status",
    does: "what is known, what waits, what failed",
    looks: true,
    run: async ({ memory }) => statusText(await memory.status()),
  },
  {
    word: "staging",
    does: "what waits",
    looks: true,
    run: async ({ memory }) => stagedText(await memory.staged()),
  },
  {
    word: "deadletter",
    does: "what could not be saved, and why",
    looks: true,
    run: async ({ memory }) => {
      const letters = await memory.deadLetters();
      if (letters.length === 0) return "There are no dead letters.";
      const lines = letters.map(({ candidate_id, reason, candidate }) => {
        return `- ${candidate_id}: ${candidate?.summary ?? "unreadable"}\n  ${reason}`;
      });
      return [`${count(letters.length, "dead letter")}; /memory recover brings them back.`, ...lines].join(
        "\n",
      );
    },
  },
  {
    word: "list",
    does: "the newest records",
    looks: true,
    run: async ({ memory }) => {
      const rows = await memory.records({ status: "current", limit: shown + 1 });
      return recordsText(rows.slice(0, shown), rows.length > shown);
    },
  },
  {
    word: "show",
    does: "one record, what it rests on and what it replaced",
    run: async ({ memory, rest }) =>
      rest === "" ? "Say which: /memory show RECORD" : recordText(await memory.record(rest)),
  },
  {
    word: "recall",
    does: "what is known about something",
    run: async ({ memory, rest }) => {
      return rest === ""
        ? "Say about what: /memory recall QUERY"
        : recalledText(rest, await memory.recall(rest));
    },
  },
  {
    word: "context",
    does: "what the agent is given, and what was cut",
    looks: true,
    run: async ({ memory, rest, given }) =>
      rest === "" ? givenText(await given()) : givenText(await memory.context({ prompt: rest }), rest),
  },
  {
    word: "runs",
    does: "the last runs",
    looks: true,
    run: async ({ memory }) => {
      const runs = await memory.runs(shown);
      if (runs.length === 0) return "There was no run yet.";
      const lines = runs.map(
        ({ run_id, command, status, stop_reason, counts, model_calls, archived, warnings }) => {
          const calls = model_calls === 0 ? "" : `, ${count(model_calls, "model call")}`;
          const why = status === "completed" ? [] : warnings.slice(0, 1).map((one) => `\n  ! ${one}`);
          const did = archived === undefined ? fatesText(counts) : `${archived.length} archived`;
          const stopped = stop_reason === undefined ? status : `${status} (${stop_reason})`;
          return `- ${run_id} ${command}: ${stopped}, ${did}${calls}${why}`;
        },
      );
      return lines.join("\n");
    },
  },
  {
    word: "undo",
    does: "undo a run or a record, by its id",
    run: async ({ memory, rest }) => {
      if (rest === "") return "Say which: /memory undo RUN or /memory undo RECORD";
      const { archived, kept } = await memory.undo(
        rest.startsWith("run_") ? { run: rest } : { record: rest },
      );
      const done =
        archived.length > 0 ? `${archived.length} archived: ${archived.join(", ")}` : "Nothing was archived.";
      return [done, ...kept.map(({ id, reason }) => `- ${id}: ${reason}`)].join("\n");
    },
  },
  {
    word: "restore",
    does: "bring back a record that was undone, by its id",
    run: async ({ memory, rest }) => {
      if (rest === "") return "Say which: /memory restore RECORD";
      const { id, summary } = await memory.restore(rest);
      return `Current again: ${id}: ${summary}`;
    },
  },
  {
    word: "stop",
    does: "stop what runs, before its next commit",
    run: async ({ session }) =>
      session.stop() ? "It stops before its next commit; what is not settled stays staged." : "Nothing runs.",
  },
  {
    word: "help",
    does: "these words",
    run: async () => usage(),
  },
];

/** What there is to type. */
export function usage(): string {
  const lines = typedCommands.map(({ word, does }) => `/memory ${word}: ${does}`);
  return ["/memory opens a menu where there is a screen.", ...lines].join("\n");
}

/** A run ends before its next commit when the session is replaced. */
async function settled(session: Session, run: (guard: Guard) => Promise<RunReport>): Promise<string> {
  const { isCurrent } = session;
  const report = await session.atOnce((signal) =>
    showRun(session, (onEvent) => run({ signal, isCurrent, onEvent })),
  );
  return everyOutcome(report, session.unheard(report.warnings));
}

interface Guard {
  readonly signal: AbortSignal;
  readonly isCurrent: () => boolean;
  readonly onEvent: (event: RunEvent) => void;
}
