import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  aSession,
  type LoopbackReply,
  type LoopbackRequest,
  labelsIn,
  loopbackMessages,
  type PlantedSecret,
  plantedSecrets,
  type SessionTurn,
  tracesOf,
} from "@holdfast/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { aPerson, type Ended, lessons, type Person } from "./run-command.ts";

/** Where a secret may come from. Each carries all kinds at once, through the real command. */
interface Carrier {
  readonly name: string;
  /** What the loopback server answers, where a model is asked. */
  readonly answers?: (request: LoopbackRequest, nth: number) => LoopbackReply;
  /** Runs the commands that meet the secrets, and answers how they ended. */
  readonly carry: (at: Place) => Promise<readonly Ended[]>;
  /** What must have happened, or the secrets were never there. */
  readonly reached: (left: Left) => void;
}

interface Place {
  readonly person: Person;
  /** With a key and the loopback server for a model. */
  readonly asking: { readonly env: { readonly [name: string]: string } };
  /** Writes a session outside of every folder that is searched. */
  readonly session: (turns: readonly SessionTurn[]) => string;
}

/** All that is there afterwards. */
interface Left {
  readonly person: Person;
  /** Every file of the home folder, the project and its memory among them. */
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
  readonly requests: readonly LoopbackRequest[];
  /** What the commands printed, and what every command prints that shows something. */
  readonly printed: readonly Ended[];
}

const carriers: readonly Carrier[] = [
  {
    name: "a turn of a person",
    carry: async ({ person, session }) => {
      const turns = plantedSecrets.flatMap((planted): SessionTurn[] => [
        { role: "user", text: `Remember that ${nameOf(planted)} of staging is here: ${planted.text}` },
        { role: "assistant", text: "Noted." },
        { role: "user", text: `From now on always use this for ${nameOf(planted)}:\n${planted.text}` },
      ]);
      const path = session([
        ...turns,
        { role: "user", text: "Remember that the cache listens on port 6380." },
      ]);
      return [await person.run(["consolidate", path, "--model", "local/rules"])];
    },
    reached: ({ files, printed }) => {
      expect(holds(files, /cache listens on port 6380/i)).toBe(true);
      expect(printed.map(({ stdout }) => stdout).join()).toMatch(/it holds a secret/);
    },
  },
  {
    name: "a result and a call of a tool",
    carry: async ({ person, session }) => {
      const turns = plantedSecrets.flatMap(({ text }): SessionTurn[] => [
        { role: "tool", text, input: { command: `echo '${text}'` }, failed: true },
        { role: "user", text: "No, never print that. Always read the settings from the vault." },
      ]);
      return [await person.run(["consolidate", session(turns), "--model", "local/rules"])];
    },
    reached: ({ files }) => expect(holds(files, /read the settings from the vault/i)).toBe(true),
  },
  {
    name: "a candidate that is saved",
    answers: ({ body }) => ({
      kind: "tool",
      input: {
        actions: labelsIn(JSON.stringify(body)).refs.map((ref) => ({
          ref,
          reason: "It is new.",
          action: "add",
        })),
      },
    }),
    carry: async ({ person, asking }) => {
      await person.run(["save", "-"], { stdin: known });
      return [await person.run(["save", "-"], { ...asking, stdin: JSON.stringify(proposals) })];
    },
    reached: ({ files, requests }) => {
      expect(requests.length).toBeGreaterThan(3);
      expect(JSON.stringify(requests)).toContain("[redacted: ");
      expect(holds(files, /\[redacted: /)).toBe(true);
    },
  },
  {
    name: "a reply of the careful model",
    answers: ({ body }, nth) => ({ kind: "tool", input: { actions: verdictsOn(JSON.stringify(body), nth) } }),
    carry: async ({ person, asking }) => {
      await person.run(["save", "-"], { stdin: known });
      await person.run(["stage", "-"], { stdin: changed });
      const runs: Ended[] = [];
      for (let n = 0; n < 3; n++) runs.push(await person.run(["reconcile"], asking));
      return runs;
    },
    reached: ({ files, requests }) => {
      expect(requests.length).toBeGreaterThan(3);
      expect(holds(files, /reason.*\[redacted: /)).toBe(true);
    },
  },
  {
    name: "a session that a model reads",
    answers: ({ body }) => ({ kind: "tool", input: readingsOf(JSON.stringify(body)) }),
    carry: async ({ person, asking, session }) => {
      const turns = plantedSecrets.flatMap((planted): SessionTurn[] => [
        { role: "user", text: `For ${nameOf(planted)} of staging we use this one, please: ${planted.text}` },
        { role: "tool", text: planted.text, input: { command: `echo '${planted.text}'` }, failed: true },
      ]);
      return [await person.run(["consolidate", session(turns)], asking)];
    },
    reached: ({ requests }) => {
      const prompts = requests.map(({ body }) => JSON.stringify(body));
      expect(prompts.filter((prompt) => prompt.includes("submit_candidates")).length).toBeGreaterThan(1);
      expect(prompts.join()).toContain("[redacted: ");
    },
  },
  {
    name: "a reply of the model that reads",
    answers: ({ body }) => ({ kind: "tool", input: readingsOf(JSON.stringify(body)) }),
    carry: async ({ person, asking, session }) => {
      const turns: SessionTurn[] = [{ role: "user", text: `${quoted} Everything else is in the vault.` }];
      return [await person.run(["consolidate", session(turns)], asking)];
    },
    reached: ({ printed, files }) => {
      expect(printed[0]!.stdout).toMatch(/It holds a secret/);
      expect(holds(files, /cache of staging listens on port 6380/i)).toBe(true);
    },
  },
  {
    name: "an error that the model's provider answers",
    answers: (_, nth) => {
      const { text } = plantedSecrets[nth % plantedSecrets.length]!;
      return nth % 2 === 0
        ? { kind: "error", status: 400, message: text, headers: { "x-should-retry": "false" } }
        : { kind: "text", text: `I can't. ${plantedSecrets.map((planted) => planted.text).join("\n")}` };
    },
    carry: async ({ person, asking }) => {
      await person.run(["save", "-"], { stdin: known });
      await person.run(["stage", "-"], { stdin: changed });
      return [await person.run(["reconcile"], asking), await person.run(["reconcile"], asking)];
    },
    reached: ({ requests }) => expect(requests.length).toBeGreaterThan(1),
  },
];

const quoted = "The cache of staging listens on port 6380.";

/** What a model submits that repeats every secret it can think of, in every field there is; and adds whatever it is to judge. */
function readingsOf(body: string) {
  const actions = labelsIn(body).refs.map((ref) => ({ ref, reason: "It is new.", action: "add" }));
  const source_evidence = { quote: quoted, entry_id: "T1" };
  const plain = { summary: "The cache of staging listens on port 6380", source_evidence };
  const told = plantedSecrets.flatMap(({ text }) => [
    { summary: text, source_evidence },
    { summary: "The cache of staging", detail: text, source_evidence },
    { summary: text, source_evidence: { quote: text, entry_id: text } },
  ]);
  const [{ text }] = plantedSecrets as [PlantedSecret];
  const triggers = plantedSecrets.map((planted) => ({ type: "topic", value: planted.text })).slice(0, 50);
  return {
    actions,
    lessons: [{ ...plain, triggers }, ...told.slice(0, 150)],
    preferences: [],
    decisions: [{ ...plain, why: text, alternatives: plantedSecrets.slice(0, 50).map((one) => one.text) }],
    domain: told.slice(150, 190),
  };
}

const elsewhere = mkdtempSync(join(tmpdir(), "holdfast-secrets-"));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

describe.concurrent.each(carriers)("of the secrets in $name", ({ name, answers, carry, reached }) => {
  test("none is in a file, in a prompt or in what is printed", {
    tags: ["secrets-stay-out"],
    timeout: 60_000,
  }, async () => {
    const server = await loopbackMessages(answers ?? (() => ({ kind: "error", status: 401 })));
    try {
      const person = aPerson();
      const env = { ANTHROPIC_API_KEY: "sk-ant-loopback", ANTHROPIC_BASE_URL: server.url };
      const session = (turns: readonly SessionTurn[]) => {
        const path = join(elsewhere, `${name}.jsonl`);
        writeFileSync(path, aSession(turns, { cwd: person.project }));
        return path;
      };
      const printed = [...(await carry({ person, asking: { env }, session })), ...(await shown(person))];
      const left = { person, files: filesUnder(person.home), requests: server.requests, printed };
      reached(left);
      expect(leaksIn(left)).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

test("every kind is planted once, at least forty-five of them, each with a secret of its own", () => {
  expect(plantedSecrets.length).toBeGreaterThanOrEqual(45);
  expect(new Set(plantedSecrets.map(({ kind }) => kind)).size).toBe(plantedSecrets.length);
  expect(new Set(plantedSecrets.flatMap(tracesOf)).size).toBeGreaterThanOrEqual(plantedSecrets.length);
});

/** Which kind is where. The secrets themselves are not said: a test report is a log too. */
function leaksIn({ files, requests, printed }: Left): string[] {
  const places = [
    ...files.map(({ path, bytes }) => [path, bytes] as const),
    ["a prompt", Buffer.from(JSON.stringify(requests))] as const,
    ...printed.map(({ stdout, stderr }) => ["what is printed", Buffer.from(stdout + stderr)] as const),
  ];
  return plantedSecrets.flatMap((planted) =>
    tracesOf(planted).flatMap((trace) =>
      places.filter(([, bytes]) => bytes.includes(trace)).map(([where]) => `${planted.kind}: ${where}`),
    ),
  );
}

/** What every command prints that shows what is there. */
async function shown(person: Person): Promise<Ended[]> {
  const words = [["list"], ["status"], ["doctor"], ["recall", "staging"]];
  const values = [["list"], ["staging"], ["deadletter"], ["runs"]].map((command) => [...command, "--json"]);
  const { value: runs } = await person.json(["runs"]);
  const one = runs.slice(0, 1).map(({ run_id }) => ["runs", run_id]);
  return Promise.all([...words, ...values, ...one].map((args) => person.run(args)));
}

function filesUnder(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(folder.length + 1), bytes: readFileSync(path) }));
}

function holds(files: Left["files"], sought: RegExp): boolean {
  return files.some(({ bytes }) => sought.test(bytes.toString()));
}

function nameOf({ kind }: PlantedSecret): string {
  return `the ${kind} number ${plantedSecrets.findIndex((planted) => planted.kind === kind)}`;
}

/** What is known already, and what resembles it, so that a model is asked. */
const known = portsOf("listens on port 5433");
const changed = portsOf("listens on port 5434 now");

function portsOf(says: string): string {
  const summaries = everyThird(0).map((planted) => `The service behind ${nameOf(planted)} ${says}`);
  return lessons(...summaries);
}

/** The kinds in turn as a lesson, a decision and a preference, each in every text that it has. */
const proposals = {
  lessons: everyThird(0).map((planted) => ({
    summary: `The service behind ${nameOf(planted)} listens on port 5434 now: ${lastLineOf(planted)}`,
    detail: `It was set up like this:\n${planted.text}`,
    triggers: [{ type: "topic", value: planted.text.slice(0, 200) }],
  })),
  decisions: everyThird(1).map((planted) => ({
    summary: `The service behind ${nameOf(planted)} listens on port 5434 now`,
    why: `Because of this: ${planted.text}`,
    alternatives: [planted.text],
  })),
  preferences: everyThird(2).map((planted) => ({
    summary: `The service behind ${nameOf(planted)} listens on port 5434 now`,
    detail: planted.text,
    source_evidence: { quote: planted.text },
  })),
};

function everyThird(from: number): PlantedSecret[] {
  return plantedSecrets.filter((_, i) => i % 3 === from);
}

function lastLineOf({ text }: PlantedSecret): string {
  return text.trim().split("\n").at(-1)!.slice(0, 200);
}

/** At first each verdict drafts a text that holds a secret, which is sent back; then a secret is the reason for what is allowed. */
function verdictsOn(prompt: string, nth: number): object[] {
  const { refs, targets } = labelsIn(prompt);
  return refs.map((ref, i) => {
    const { text } = plantedSecrets[(nth * refs.length + i) % plantedSecrets.length]!;
    const target_id = targets[i % targets.length];
    if (nth % 2 === 1) return { ref, action: "supersede", target_id, reason: text };
    return { ref, action: "merge", target_id, reason: text, summary: text.slice(0, 290), detail: text };
  });
}
