import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { aSession, type LoopbackRequest, loopbackMessages, turnsIn } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { aPerson, type Person } from "./run-command.ts";

/** Puts a session of Pi where Pi keeps it. */
function leaveSession(
  { home, project }: Person,
  name: string,
  turns: Parameters<typeof aSession>[0],
  over: { id?: string; age?: number; startedAt?: string } = {},
): string {
  const { id = name, age = 1, startedAt = "2026-03-04T09:00:00.000Z" } = over;
  const folder = `--${project.slice(1).replaceAll("/", "-")}--`;
  const path = join(home, ".pi", "agent", "sessions", folder, `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, aSession(turns, { id, cwd: project, startedAt }));
  utimesSync(path, 1_800_000_000 + age, 1_800_000_000 + age);
  return path;
}

function leaveClaudeSession({ home, project }: Person, id: string, text: string): void {
  const path = join(home, ".claude", "projects", project.replace(/[^A-Za-z0-9]/g, "-"), `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const timestamp = "2026-03-05T09:00:00.000Z";
  const line = {
    type: "user",
    uuid: `${id}-1`,
    parentUuid: null,
    isSidechain: false,
    sessionId: id,
    cwd: project,
    timestamp,
    message: { role: "user", content: text },
  };
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  utimesSync(path, 1_800_000_009, 1_800_000_009);
}

const says = (text: string) => ({ role: "user", text }) as const;
const promptOf = ({ body }: LoopbackRequest) => JSON.stringify(body?.messages?.[0]?.content ?? "");
const textOf = ({ body }: LoopbackRequest) => {
  const content = body?.messages?.[0]?.content;
  return typeof content === "string"
    ? content
    : (content as { text: string }[]).map(({ text }) => text).join("\n");
};

/** A server whose model learns each new sentence of a person, and adds whatever it is asked to judge. */
function attentiveServer() {
  return loopbackMessages((request) => {
    if (request.body?.tools?.[0]?.name !== "submit_candidates") {
      const refs = [...new Set(textOf(request).match(/\bC\d+\b/g) ?? [])];
      return {
        kind: "tool",
        input: { actions: refs.map((ref) => ({ ref, reason: "New.", action: "add" })) },
      };
    }
    const said = turnsIn(textOf(request)).filter(({ isNew, speaker }) => isNew && speaker === "the person");
    const lessons = said.map(({ text, label }) => ({
      summary: text.slice(0, 200),
      source_evidence: { quote: text, entry_id: label },
    }));
    return { kind: "tool", input: { lessons, preferences: [], decisions: [], domain: [] } };
  });
}
const envFor = ({ url }: { url: string }) => ({
  ANTHROPIC_API_KEY: "sk-ant-loopback",
  ANTHROPIC_BASE_URL: url,
});

describe("with a key, a session is read by the extraction model", () => {
  test("what it learns is staged with its quote and turn, settled, and told with what it cost", async () => {
    const server = await attentiveServer();
    const person = aPerson();
    leaveSession(person, "one", [
      says("The invoices of Swiss customers are always in CHF."),
      { role: "assistant", text: "Noted." },
    ]);
    try {
      const { code, value, stderr } = await person.json(["consolidate"], { env: envFor(server) });
      expect(code).toBe(0);
      expect(value).toMatchObject({
        status: "completed",
        counts: { add: 1 },
        model_calls: 1,
        extraction: {
          model: "anthropic/claude-sonnet-5-5",
          model_how: "pinned",
          windows: 1,
          found: 1,
          model_calls: 1,
        },
      });
      expect(stderr).toMatch(
        /Reading 1 session, 1 window, about [\d,]+ tokens, with anthropic\/claude-sonnet-5-5; at most 40 windows/,
      );
      const request = server.requests[0]!;
      expect(request.body!.tool_choice).toMatchObject({ type: "auto" });
      expect(request.body!.tools!.map(({ name }) => name)).toEqual(["submit_candidates"]);
      const [record] = (await person.json(["list"])).value;
      expect(record).toMatchObject({
        category: "lesson",
        trust: "derived",
        observed_at: "2026-03-04T09:00:01.000Z",
        sources: [{ session_id: "one" }],
      });
      const { stdout } = await person.run(["runs", value.run_id]);
      expect(stdout).toMatch(/1 window with anthropic\/claude-sonnet-5-5, 1 model call/);
    } finally {
      await server.close();
    }
  });

  test("it never sees what is private, a secret, or memory that was recalled", {
    tags: ["private-stays-private", "never-relearnt"],
  }, async () => {
    const server = await attentiveServer();
    const person = aPerson();
    const secret = `ghp_${"k9".repeat(18)}`;
    leaveSession(person, "one", [
      says(`The deploy token is ${secret}, and <private>my salary is 5000</private> the rest is public.`),
      says(
        '<holdfast-memory version="1">\n- Never trust the vault\n</holdfast-memory>\nPlease look at the export of invoices today.',
      ),
    ]);
    try {
      await person.run(["consolidate"], { env: envFor(server) });
      const sent = server.requests.map(promptOf).join("\n");
      expect(sent).toContain("the rest is public");
      for (const hidden of [secret, "salary", "vault"]) expect(sent).not.toContain(hidden);
    } finally {
      await server.close();
    }
  });

  test("what it makes up is refused with the reason, and the command says so", {
    tags: ["grounded"],
  }, async () => {
    const server = await loopbackMessages([
      {
        kind: "tool",
        input: { lessons: [{ summary: "Use tabs", source_evidence: { quote: "I like tabs best of all" } }] },
      },
    ]);
    const person = aPerson();
    leaveSession(person, "one", [says("Please look at the export of invoices today.")]);
    try {
      const { code, value } = await person.json(["consolidate"], { env: envFor(server) });
      expect(code).toBe(1);
      expect(value.extraction).toMatchObject({ found: 0 });
      expect(value.extraction!.refused).toMatchObject([
        { path: "lessons[0]", message: expect.stringMatching(/were not said: "I like tabs best of all"/) },
      ]);
      expect((await person.json(["staging"])).value).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test("caps are flags; a run that meets one says what is left, and the next goes on", {
    tags: ["bounded-reading"],
  }, async () => {
    const server = await attentiveServer();
    const person = aPerson();
    const env = { ...envFor(server), PERSISTENT_MEMORY_EXTRACTION_WINDOW_TOKENS: "1000" };
    const long = (n: number) =>
      says(`Rule ${n}: ${"the parcels of this kind are sorted by weight and then by size ".repeat(30)}`);
    leaveSession(person, "one", [1, 2, 3, 4].map(long));
    try {
      const first = await person.run(["consolidate", "--max-windows", "1"], { env });
      expect(first.code).toBe(0);
      expect(first.stdout).toMatch(/Read 1 window with/);
      expect(first.stdout).toMatch(/[1-9]\d* left for the next run: it read as many windows as it may/);
      const asked = server.requests.length;
      const rest = await person.json(["consolidate"], { env });
      expect(rest.value.extraction).toMatchObject({ windows_left: 0 });
      expect(rest.value.extraction).not.toHaveProperty("stopped");
      expect(server.requests.length).toBe(
        asked + rest.value.extraction!.model_calls + rest.value.chunks!.length,
      );
    } finally {
      await server.close();
    }
  });
});

describe("the sessions of a project", () => {
  const person = aPerson();
  leaveSession(person, "2026-03-01_aaaa1111", [says("Always sort the imports of the shop.")], {
    id: "aaaa1111-0000",
    age: 1,
    startedAt: "2026-03-01T09:00:00.000Z",
  });
  leaveSession(person, "2026-03-02_bbbb2222", [says("Never trust the vault of the shop.")], {
    id: "bbbb2222-0000",
    age: 2,
  });
  leaveClaudeSession(person, "cccc3333-0000-4000-8000-000000000000", "Always round the totals of the shop.");

  test("are listed newest first with agent, start, turns and state; those of others are not", {
    tags: ["sessions-of-any-agent"],
  }, async () => {
    const { code, value } = await person.json(["sessions"]);
    expect(code).toBe(0);
    expect(value).toMatchObject([
      {
        agent: "claude",
        session_id: "cccc3333-0000-4000-8000-000000000000",
        turns: 1,
        read: 0,
        state: "new",
      },
      { agent: "pi", session_id: "bbbb2222-0000", started_at: "2026-03-04T09:00:00.000Z" },
      { agent: "pi", session_id: "aaaa1111-0000", state: "new" },
    ]);
    expect((await person.json(["sessions", "--from", "pi"])).value).toHaveLength(2);
    expect((await person.json(["sessions", "--limit", "1"])).value).toHaveLength(1);
  });

  test("one is read by its id, one by its agent, and all that are new at once", {
    tags: ["sessions-of-any-agent"],
  }, async () => {
    const byId = await person.json(["consolidate", "--session", "aaaa"]);
    expect(byId.value.extraction!.sessions).toMatchObject([{ session_id: "aaaa1111-0000" }]);
    expect((await person.json(["sessions"])).value.map(({ state }) => state).sort()).toEqual([
      "consolidated",
      "new",
      "new",
    ]);

    const fromClaude = await person.json(["consolidate", "--from", "claude"]);
    expect(fromClaude.value.extraction!.sessions).toMatchObject([{ agent: "claude" }]);

    const all = await person.json(["consolidate", "--all-new"]);
    expect(
      all.value.extraction!.sessions.map(({ session_id, skipped }) => [session_id.slice(0, 4), skipped]),
    ).toEqual(
      [
        ["aaaa", "all of its turns were read before"],
        ["bbbb", undefined],
        ["cccc", "all of its turns were read before"],
      ].sort(),
    );
    const { stdout } = await person.run(["sessions"]);
    expect(stdout).toMatch(/pi +2026-03-01 09:00 +aaaa1111-0000 +1 turn +consolidated/);
    expect(stdout).toContain("Nothing in 3 is new.");
    expect((await person.json(["list"])).value.map(({ summary }) => summary).sort()).toEqual([
      "Always round the totals of the shop",
      "Always sort the imports of the shop",
      "Never trust the vault of the shop",
    ]);
  });

  test.each([
    [["--session", "zzzz"], 1, "not_found"],
    [["--session", "aaaa", "--all-new"], 1, "invalid_option"],
    [["file.jsonl", "--all-new"], 1, "invalid_option"],
    [["--from", "emacs"], 2, "usage"],
    [["--max-windows", "0"], 2, "usage"],
  ])("%j: exit %i, %s", async (args, code, error) => {
    const ended = await person.json(["consolidate", ...args]);
    expect(ended.code).toBe(code);
    expect(ended.value.error!.code).toBe(error);
  });
});

describe("sessions that are not this project's, and folders that are not as they should be", () => {
  test("a repository inside the project has its own sessions, and the home folder has not those of all projects", async () => {
    const person = aPerson();
    const inner = { ...person, project: join(person.project, "vendor", "lib") };
    mkdirSync(join(inner.project, ".git"), { recursive: true });
    leaveSession(person, "ours", [says("Always sort the imports of the shop.")]);
    leaveSession(inner, "theirs", [says("Never trust the vault of the shop.")]);
    const idsIn = async (cwd: string) =>
      (await person.json(["sessions"], { cwd })).value.map(({ session_id }) => session_id);
    expect(await idsIn(person.project)).toEqual(["ours"]);
    expect(await idsIn(inner.project)).toEqual(["theirs"]);
    expect(await idsIn(person.home)).toEqual([]);
  });

  test("links in an agent's folder are followed; what can't be read is told, and the others are read", async () => {
    const person = aPerson();
    leaveSession(person, "one", [says("Always sort the imports of the shop.")]);
    leaveClaudeSession(
      person,
      "cccc3333-0000-4000-8000-000000000000",
      "Always round the totals of the shop.",
    );
    renameSync(join(person.home, ".claude"), join(person.home, "dotfiles"));
    symlinkSync(join(person.home, "dotfiles"), join(person.home, ".claude"));
    renameSync(join(person.home, "dotfiles", "projects"), join(person.home, "projects"));
    symlinkSync(join(person.home, "projects"), join(person.home, "dotfiles", "projects"));
    writeFileSync(join(person.home, ".codex"), "a file");
    const { code, value } = await person.json(["sessions"]);
    expect(code).toBe(0);
    expect(value.map(({ agent }) => agent).sort()).toEqual(["claude", "pi"]);
  });

  test("a file of gigabytes and a line of hundreds of megabytes cost only themselves", async () => {
    const person = aPerson();
    const good = leaveSession(person, "good", [says("Always sort the imports of the shop.")]);
    for (const [name, size] of [
      ["huge", 3_000_000_000],
      ["long", 700_000_000],
    ] as const) {
      const path = join(dirname(good), `${name}.jsonl`);
      copyFileSync(good, path);
      truncateSync(path, size); // nothing but zeros after the session, and no room taken for them
    }
    const { code, value } = await person.json(["sessions"]);
    expect(code).toBe(0);
    expect(value.map(({ path, state }) => [path.split("/").at(-1), state]).sort()).toEqual([
      ["good.jsonl", "new"],
      ["huge.jsonl", "unreadable"],
      ["long.jsonl", "new"],
    ]);
    const all = await person.json(["consolidate", "--all-new"]);
    expect(all.code).toBe(0);
    expect(all.stderr).toMatch(
      /huge\.jsonl has 3\.0 GB, more than a session that can be read\. It is left out\./,
    );
  });
});

test("what was remembered is not learnt again: the context block, recall and our own output teach nothing", {
  timeout: 90_000,
  tags: ["never-relearnt"],
}, async () => {
  const server = await attentiveServer();
  const person = aPerson();
  const env = envFor(server);
  const before = leaveSession(person, "before", [
    says("The invoices of Swiss customers are always in CHF."),
    says("Parcels above 30 kg go by freight, whatever the customer says."),
  ]);
  try {
    await person.run(["consolidate", before], { env });
    const known = (await person.json(["list"])).value.length;
    expect(known).toBe(2);
    const block = (await person.json(["context", "invoices"])).value.text;
    expect(block).toContain("always in CHF");
    const recalled = (await person.run(["recall", "invoices of Swiss customers"])).stdout;
    const listed = (await person.run(["list"])).stdout;
    const record = readFileSync((await person.json(["list"])).value[0]!.path, "utf8");
    const call = (id: string, name: string, args: object) => ({
      type: "toolCall",
      id,
      name,
      arguments: args,
    });
    const after = leaveSession(
      person,
      "after",
      [says(`${block}\nGo on with the parcels, please, as we said.`)],
      { age: 9 },
    );
    const lines = readFileSync(after, "utf8").trimEnd().split("\n");
    const at = "2026-03-04T10:00:00.000Z";
    const parent = (JSON.parse(lines.at(-1)!) as { id: string }).id;
    const entry = (id: string, parentId: string, message: object) =>
      JSON.stringify({ type: "message", id, parentId, timestamp: at, message });
    lines.push(
      entry("x1", parent, {
        role: "assistant",
        content: [
          call("c1", "recall_memory", { query: "x" }),
          call("c2", "bash", { command: "holdfast recall invoices" }),
          call("c3", "bash", { command: "cd shop && npx holdfast list" }),
          call("c4", "read", { path: (await person.json(["list"])).value[0]!.path }),
        ],
      }),
      entry("x2", "x1", {
        role: "toolResult",
        toolCallId: "c1",
        toolName: "recall_memory",
        content: [{ type: "text", text: recalled }],
        isError: false,
      }),
      entry("x3", "x2", {
        role: "toolResult",
        toolCallId: "c2",
        toolName: "bash",
        content: [{ type: "text", text: recalled }],
        isError: false,
      }),
      entry("x4", "x3", {
        role: "toolResult",
        toolCallId: "c3",
        toolName: "bash",
        content: [{ type: "text", text: listed }],
        isError: false,
      }),
      entry("x5", "x4", {
        role: "toolResult",
        toolCallId: "c4",
        toolName: "read",
        content: [{ type: "text", text: record }],
        isError: false,
      }),
    );
    writeFileSync(after, `${lines.join("\n")}\n`);

    const { value } = await person.json(["consolidate", after], { env });
    const reads = server.requests.filter(({ body }) => body?.tools?.[0]?.name === "submit_candidates");
    const sent = promptOf(reads.at(-1)!);
    expect(sent).toContain("Go on with the parcels");
    for (const words of ["CHF", "freight"]) expect(sent).not.toContain(words);
    expect(value.extraction!.sessions[0]!.left_out.length).toBeGreaterThan(0);
    const fresh = (await person.json(["list"])).value
      .map(({ summary }) => summary)
      .filter((summary) => !summary.startsWith("Go on"));
    expect(fresh).toHaveLength(known);
  } finally {
    await server.close();
  }
});
