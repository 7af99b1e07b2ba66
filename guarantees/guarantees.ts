/** One thing that a user can rely on. Tests name it by its id: `test("...", { tags: ["conservation"] }, ...)`. */
export interface Guarantee {
  readonly id: string;
  /** One sentence, for a user. */
  readonly says: string;
  /** Stands in the README too. */
  readonly headline?: true;
}

/** What belongs together. An invariant is what the design stands on: a mutant shows that its tests would notice its loss. */
export interface Chapter {
  readonly title: string;
  readonly guarantees: readonly Guarantee[];
}

/** The invariants, in the order of their importance. */
export const invariants = [
  {
    title: "Conservation",
    guarantees: [
      {
        id: "conservation",
        says: "What was acknowledged as staged is, at every instant and wherever the process dies, in staging, a record, the ledger or the dead letters.",
        headline: true,
      },
      {
        id: "settled-once",
        says: "After the next run each candidate is in exactly one of these places: nothing is doubled.",
        headline: true,
      },
      {
        id: "failing-disk",
        says: "A disk that is full, broken or read-only loses nothing: the error names the path and what to do, and repeating it completes the work.",
      },
      {
        id: "seen-twice",
        says: "Of a candidate that a crash left in two places, the outcome wins over the copy that waits, and of two that wait the one with more attempts.",
      },
      {
        id: "moving-clock",
        says: "A clock that jumps, forwards or back, loses and doubles nothing.",
      },
    ],
  },
  {
    title: "One durable step is one commit",
    guarantees: [
      {
        id: "durable-step",
        says: "A record appears whole or not at all, and what you are told is saved survives a power cut.",
      },
      {
        id: "idempotent",
        says: "Ids derive from the words, so doing something again after a crash changes nothing.",
      },
      {
        id: "consumed-last",
        says: "A candidate leaves staging only after its outcome is durable.",
      },
      {
        id: "unsynced-is-unsaved",
        says: "A folder that can't be synced counts as not saved: the run stops and the candidates stay staged.",
      },
    ],
  },
  {
    title: "Code owns structure",
    guarantees: [
      {
        id: "code-owns-structure",
        says: "Ids, times, status, trust and pointers are set by code; nothing in a proposal or in a model's answer can set them.",
      },
      {
        id: "never-rewritten",
        says: "Code never rewrites a record, except its status line; a replacement is a new record that names the old one.",
        headline: true,
      },
      {
        id: "model-never-deletes",
        says: "Whatever a model answers, every record that was there still is.",
      },
    ],
  },
  {
    title: "Exactly one action per candidate",
    guarantees: [
      {
        id: "one-action",
        says: "Every candidate of a chunk gets exactly one verdict; two different ones, or none, are rejected.",
      },
      {
        id: "only-what-was-shown",
        says: "A verdict may only name a record that was shown; an invented id is rejected.",
      },
    ],
  },
  {
    title: "Partial acceptance",
    guarantees: [
      {
        id: "partial-acceptance",
        says: "N-1 valid verdicts of N are committed and one candidate stays staged: nothing valid waits for something invalid.",
        headline: true,
      },
      {
        id: "malformed-alone",
        says: "One malformed candidate costs only itself: it is refused by its path, or kept whole as a dead letter.",
        headline: true,
      },
    ],
  },
  {
    title: "One repair",
    guarantees: [
      {
        id: "one-repair",
        says: "What was rejected is sent back once, alone, with what was wrong; then what is valid is committed.",
      },
    ],
  },
  {
    title: "Attempts mean rejection",
    guarantees: [
      {
        id: "attempts-mean-rejection",
        says: "Only a rejected verdict counts as an attempt; a failing model, a used-up budget or an abort costs none.",
      },
      {
        id: "dead-letter",
        says: "A candidate that runs out of attempts is kept whole as a dead letter, with every reason, and can be recovered.",
      },
    ],
  },
  {
    title: "Bounded",
    guarantees: [
      {
        id: "bounded-run",
        says: "A run keeps to its caps on chunks, time and tokens, says which one stopped it, and the next run goes on.",
      },
      {
        id: "bounded-reading",
        says: "Reading sessions keeps to its caps on windows, tokens and time, and what is left is read next time.",
      },
      {
        id: "bounded-context",
        says: "What is put before an agent fits its budget, is cut by priority, and says how much it leaves out.",
      },
      { id: "bounded-log", says: "The run log never outgrows its bounds." },
    ],
  },
  {
    title: "Single writer, fail fast",
    guarantees: [
      {
        id: "single-writer",
        says: "One process writes at a time, whatever copies of the library or of SQLite are loaded.",
        headline: true,
      },
      {
        id: "busy-says-who",
        says: "Whoever has to wait is told who writes and since when, and the candidates stay staged.",
      },
      {
        id: "dead-holder",
        says: "A writer that was killed blocks nobody, and a suspended one keeps its place and goes on when it is woken.",
      },
    ],
  },
  {
    title: "The index is disposable",
    guarantees: [
      {
        id: "index-disposable",
        says: "The index can be deleted or damaged at any time: it is rebuilt from the Markdown files and says so.",
        headline: true,
      },
      {
        id: "index-failure-warns",
        says: "An index that can't be used is a warning, never an error: answers then come from the files.",
      },
    ],
  },
  {
    title: "Chunks see earlier chunks",
    guarantees: [
      {
        id: "chunks-see-earlier",
        says: "Each chunk is committed before the next is prepared, so that a later candidate meets what an earlier one wrote.",
      },
    ],
  },
  {
    title: "A stale generation writes nothing",
    guarantees: [
      {
        id: "stale-generation",
        says: "A run whose host session was replaced commits nothing more, not even an answer that was on its way.",
      },
    ],
  },
  {
    title: "Memory is data",
    guarantees: [
      {
        id: "fenced",
        says: "What is put before an agent is fenced and labelled as data with who said it, and no text can close the fence.",
      },
      {
        id: "never-relearnt",
        says: "What memory itself said, by the context block, recall or a command, is never learnt again.",
      },
      {
        id: "inert",
        says: "Nothing in a text comes alive on a terminal or in Markdown, whatever characters it holds.",
      },
      {
        id: "secrets-stay-out",
        says: "Keys, tokens and passwords are taken out before anything reaches a file, a log or a prompt.",
        headline: true,
      },
      {
        id: "trust-decides",
        says: "What a less trusted source says never replaces what a more trusted one said: the person, then an agent, then what was read in a session.",
        headline: true,
      },
    ],
  },
  {
    title: "Nothing is silent",
    guarantees: [
      {
        id: "explained",
        says: "Every candidate has an outcome with a reason, every record names its sources, every run its outcomes.",
        headline: true,
      },
      {
        id: "nothing-silent",
        says: "Every fallback, skip, cut and rejection is told, with a reason that a person can act on.",
      },
    ],
  },
] as const satisfies readonly Chapter[];

/** What else is promised. */
export const furtherChapters = [
  {
    title: "Learning from sessions",
    guarantees: [
      {
        id: "grounded",
        says: "What is learnt from a session rests on a quote that was really said there; the rest is refused with the reason.",
        headline: true,
      },
      {
        id: "read-once",
        says: "No turn is learnt or paid for twice, in resumed, forked and copied sessions too.",
        headline: true,
      },
      {
        id: "sessions-of-any-agent",
        says: "Sessions of Pi, Claude Code, Codex and Gemini CLI are read, and plain lines of `{role, text}`.",
      },
      {
        id: "private-stays-private",
        says: "What stands in a private block is never read.",
      },
    ],
  },
  {
    title: "Without a model, and with one",
    guarantees: [
      {
        id: "rules-are-certain",
        says: "Without a model only what is certain is decided: rules never merge, replace or discard what merely looks alike.",
      },
      {
        id: "offline",
        says: "Everything works without a key and without a network.",
      },
      {
        id: "only-the-given-host",
        says: "No request leaves for another host than the one that was configured.",
      },
      {
        id: "merge-keeps-content",
        says: "A merged text keeps every name, number, path and negation of both texts, and adds none.",
      },
      {
        id: "fallback-is-told",
        says: "A model that can't be used is warned of by name, and the next one in order is taken.",
      },
    ],
  },
  {
    title: "The person decides",
    guarantees: [
      {
        id: "undo",
        says: "A record, or all that a run founded, can be undone, and what it had replaced is current again.",
        headline: true,
      },
      {
        id: "refusals-hold",
        says: "A text that you archived, dropped or forgot does not come back unless you insist.",
      },
      {
        id: "forget",
        says: "`holdfast forget ID` erases a text in every file of the store; ids and a hash stay.",
        headline: true,
      },
      {
        id: "files-are-yours",
        says: "A record that you edit or add by hand is known as it is, and what code does not own is kept byte for byte.",
      },
      {
        id: "kept-private",
        says: "Files are readable by their owner alone and stay out of git, and nothing in a store leads out of it.",
      },
      {
        id: "looking-changes-nothing",
        says: "Opening, looking and closing change no file.",
      },
      {
        id: "doctor-keeps-memory",
        says: "`holdfast doctor` names each fault by a documented code, and `--fix` never deletes memory.",
        headline: true,
      },
    ],
  },
  {
    title: "Formats",
    guarantees: [
      {
        id: "text-comes-back",
        says: "Any text comes back from its file as it was said: fences, headings, CRLF, NUL, emoji, CJK.",
      },
      {
        id: "stable-formats",
        says: "Files on disk are pinned: what one version wrote is read for ever, and a newer format is left alone.",
      },
      {
        id: "json-output",
        says: "With `--json` every command prints one value of a documented shape, errors too.",
      },
    ],
  },
] as const satisfies readonly Chapter[];

type Chapters = (typeof invariants)[number] | (typeof furtherChapters)[number];

/** The id of a guarantee: the tag of a test that proves it. */
export type GuaranteeId = Chapters["guarantees"][number]["id"];

/** Every chapter, in order. */
export const chapters: readonly Chapter[] = [...invariants, ...furtherChapters];

/** Every guarantee, in order. */
export const guarantees: readonly Guarantee[] = chapters.flatMap((chapter) => chapter.guarantees);
