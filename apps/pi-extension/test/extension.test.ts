import { describe, expect, test } from "vitest";
import {
  anAgent,
  calls,
  type PiRpc,
  piHosts,
  type RpcEvent,
  runPrint,
  says,
  startRpc,
  startTui,
} from "./bench/index.ts";
import { errorsOf, noticesOf, recordsIn, withPi } from "./with-pi.ts";

const lessons = [{ summary: "Run the migrations before the tests" }];
const saving = { lessons, preferences: [], decisions: [], domain: [] };
/** An agent that saves when it is asked to consolidate, and else says what it is told. */
const obedient = anAgent(({ user, toolResult }) => {
  if (toolResult !== undefined) return says(`Tool: ${toolResult.split("\n")[0]}`);
  if (user.includes("save_to_memory")) return calls("save_to_memory", saving);
  return user.includes("recall") ? calls("recall_memory", { query: "migrations" }) : undefined;
});

for (const host of piHosts) {
  describe.concurrent(host.name, { timeout: 120_000 }, () => {
    test("what the agent saves is a record, and the next session is given it and can recall it", async () => {
      await withPi(obedient, async (home, requests) => {
        const first = await runPrint(host, home, ["Please call save_to_memory"]);
        expect(first).toMatchObject({ code: 0, stdout: "Tool: memory: 1 added\n" });
        expect(recordsIn(home)).toEqual([expect.stringContaining("# Run the migrations before the tests")]);

        const second = await runPrint(host, home, ["Please recall"]);
        expect(second.stdout).toMatch(/^Tool: - rec_\w+ lesson: "Run the migrations before the tests"$/m);
        const asked = JSON.stringify(requests.at(-1)?.body);
        expect(asked).toContain("<holdfast-memory version=");
        expect(asked).toMatch(
          /\[lesson, noted by an agent, rec_\w+\] \\"Run the migrations before the tests\\"/,
        );
      });
    });

    test("the typed commands work in print mode, to their end", async () => {
      await withPi(obedient, async (home) => {
        const status = await runPrint(host, home, ["/memory status"]);
        expect(status.stdout + status.stderr).toMatch(/0 record files in .*\.pi\/memory/);
        const usage = await runPrint(host, home, ["/memory"]);
        expect(usage.stdout + usage.stderr).toContain("/memory consolidate: learn from this session");
        expect([status.code, usage.code]).toEqual([0, 0]);
      });
    });

    test("the typed commands work over RPC, each to its end", async () => {
      await withPi(obedient, async (home) => {
        const pi = startRpc(host, home);
        const told = async (text: string, answer: string): Promise<string> => {
          await pi.prompt(text);
          return String((await pi.notice(answer)).message);
        };
        await pi.prompt("Please call save_to_memory");
        await pi.next("agent_end");
        const list = await told("/memory list", "Run the migrations before the tests");
        const [id = ""] = /rec_\w+/.exec(list) ?? [];
        await told("/memory recall migrations", `${id} lesson`);
        await told("/memory context", "The agent is given in this session: 0 records");
        await told("/memory context migrations", `it would be given: 1 record, 0 cut`);
        await told("/memory staging", "Nothing waits.");
        await told("/memory deadletter", "There are no dead letters.");
        await told("/memory recover", "There is nothing to bring back.");
        await told("/memory reconcile", "memory: nothing new");
        await told("/memory runs", "save: completed, 1 added");
        await told("/memory nonsense", "There is no /memory nonsense.");
        await told("/memory undo nothing", "There is no record");
        await told(`/memory show ${id}`, `${id}: lesson, current, of this project, trust agent`);
        await told("/memory undo rec_", "is how every such id begins");
        await told(`/memory undo ${id}`, `1 archived: ${id}`);
        await told("/memory list", "Nothing is remembered yet.");
        await told("/memory runs", "completed, 1 archived");
        await told(`/memory restore ${id}`, `Current again: ${id}: Run the migrations`);
        await told("/memory stop", "Nothing runs.");
        await told("/memory help", "/memory recall: what is known about something");
        await told(`/memory recall ${"x".repeat(3_000)}`, "That is too long: 3007 characters.");
        await pi.end();
        expect(errorsOf(pi)).toEqual([]);
      });
    });

    test("consolidate learns from what was said in this session, with the session's model, and once", async () => {
      const said = "Invoices of Swiss customers are in CHF.";
      const evidence = { quote: said };
      const agent = anAgent(({ tools }) => {
        if (!tools.includes("submit_candidates")) return undefined;
        return calls("submit_candidates", {
          lessons: [],
          preferences: [],
          decisions: [],
          domain: [
            { summary: "Invoices of Swiss customers are in CHF", source_evidence: evidence },
            { summary: "Use tabs", source_evidence: { quote: "I like tabs best of all" } },
          ],
        });
      });
      await withPi(agent, async (home, requests) => {
        const pi = startRpc(host, home);
        await pi.prompt(said);
        await pi.next("agent_end");
        await pi.prompt("/memory consolidate");
        const first = String((await pi.notice("memory: 1 added")).message);
        expect(first).toContain("refused: domain[1]: The words it rests on were not said");
        const asked = requests.length;
        await pi.prompt("/memory consolidate");
        await pi.notice("memory: nothing new");
        await pi.end();
        expect(requests).toHaveLength(asked);
        expect(recordsIn(home)).toEqual([expect.stringContaining("trust: derived")]);
      });
    });

    test("the menu's counts and its one recommendation follow what is there; Consolidate asks the agent once", async () => {
      await withPi(obedient, async (home) => {
        const pi = startRpc(host, home);
        const menu = await choose(pi);
        expect(menu.title).toMatch(/^Holdfast remembers .* in .*\.pi\/memory$/);
        expect(menu.options).toEqual([
          "Inspect...: look, change nothing",
          "Consolidate: learn from this session",
          "Reconcile (0 staged): settle what waits",
          "Recover (0 dead letters): bring back what failed",
        ]);
        await pi.prompt("The sky is blue");
        await pi.next("agent_end");

        const unsaved = await choose(pi, "Consolidate");
        expect(unsaved.options).toContain("Consolidate - recommended: learn from this session");
        expect(await pi.next("tool_execution_end")).toMatchObject({
          toolName: "save_to_memory",
          isError: false,
        });
        await pi.next("agent_end");
        const updates = pi.events.filter(({ type }) => type === "tool_execution_update");
        expect(updates.length).toBeGreaterThanOrEqual(2); // how far it is, and each outcome
        const saved = await choose(pi);
        expect(saved.title).toBe("Memory: 1 record file");
        expect(String(saved.options)).not.toContain("recommended");
        await pi.end();
        expect(recordsIn(home)).toHaveLength(1);
        expect(noticesOf(pi)).toEqual([]);
        expect(errorsOf(pi)).toEqual([]);
      });
    });

    test("Inspect opens everything that only looks, and starts no turn", async () => {
      await withPi(obedient, async (home, requests) => {
        const pi = startRpc(host, home);
        const over = choose(pi, "Inspect");
        const inspect = await pi.next(({ title }) => title === "Memory: inspect");
        expect((inspect.options as string[]).map((row) => row.split(":")[0])).toEqual([
          ...["status", "staging", "deadletter", "list", "context", "runs"],
        ]);
        pi.answer(inspect, rowOf(inspect, "status"));
        await over;
        expect((await pi.notice("0 record files in")).message).toContain(".pi/memory");
        await pi.end();
        expect(requests).toEqual([]);
      });
    });

    test("an agent that does not call the tool gives exactly one notice", async () => {
      await withPi(
        anAgent(() => says("I would rather not.")),
        async (home) => {
          const pi = startRpc(host, home);
          await choose(pi, "Consolidate");
          await pi.notice("The agent finished without saving to memory. /memory consolidate tries again.");
          await pi.prompt("Something else");
          await pi.next("agent_end");
          await pi.end();
          expect(noticesOf(pi)).toHaveLength(1);
        },
      );
    });

    test("a request that failed gives no notice, and neither does what the person says next", async () => {
      const agent = anAgent(({ user }) =>
        user.includes("save_to_memory") ? { kind: "error", status: 400 } : undefined,
      );
      await withPi(agent, async (home) => {
        const pi = startRpc(host, home);
        await choose(pi, "Consolidate");
        await pi.next("agent_end");
        await pi.prompt("Something else");
        await pi.next("agent_end");
        await pi.end();
        expect(noticesOf(pi)).toEqual([]);
      });
    });

    test("a request that succeeds when it is tried again, and saves nothing, gives one notice", async () => {
      let tries = 0;
      const agent = anAgent(() => (tries++ < 2 ? { kind: "error", status: 529 } : says("No.")));
      await withPi(
        agent,
        async (home) => {
          const pi = startRpc(host, home);
          await choose(pi, "Consolidate");
          await pi.notice("The agent finished without saving");
          expect(tries).toBe(3);
          await pi.end();
          expect(noticesOf(pi)).toHaveLength(1);
        },
        { settings: { retry: { enabled: true, maxRetries: 3, baseDelayMs: 50 } } },
      );
    });

    test("consolidate in print mode learns from the session that is continued", async () => {
      const said = "Invoices of Swiss customers are in CHF.";
      const agent = anAgent(({ tools }) =>
        tools.includes("submit_candidates")
          ? calls("submit_candidates", {
              lessons: [],
              preferences: [],
              decisions: [],
              domain: [{ summary: "Swiss invoices are in CHF", source_evidence: { quote: said } }],
            })
          : undefined,
      );
      await withPi(agent, async (home) => {
        await runPrint(host, home, [said]);
        const { code, stdout, stderr } = await runPrint(host, home, ["--continue", "/memory consolidate"]);
        expect(stdout + stderr).toContain("memory: 1 added");
        expect(code).toBe(0);
        expect(recordsIn(home)).toHaveLength(1);
      });
    });

    test("one member of a wrong type costs only itself: Pi's own check lets the call through", async () => {
      const call = {
        lessons: [
          { summary: "Seed the database first" },
          "Lint before the commit",
          { summary: "Bad", scope_suggestion: "team" },
          { summary: "Also bad", triggers: [{ type: "planet", value: "x" }] },
          { summary: "Worse", source_evidence: 7 },
        ],
        domain: "no list",
        decisions: null,
      };
      const agent = anAgent(({ toolResult }) =>
        toolResult === undefined ? calls("save_to_memory", call) : says(toolResult),
      );
      await withPi(agent, async (home) => {
        const { stdout } = await runPrint(host, home, ["save"]);
        expect(stdout).toMatch(/^memory: 2 added, \d refused\n/);
        for (const path of [
          "lessons[2].scope_suggestion",
          "lessons[3].triggers",
          "lessons[4].source_evidence",
          "domain",
        ])
          expect(stdout).toContain(`- refused: candidates.${path}`);
        expect(recordsIn(home)).toHaveLength(2);
      });
    });

    test("a call without the shape is refused with words the agent can act on, and one bad member costs only itself", async () => {
      const mixed = { lessons: [{ summary: "Seed the database first" }, { detail: "no summary" }] };
      const agent = anAgent(({ user, toolResult }) => {
        if (toolResult !== undefined) return says(toolResult);
        return calls("save_to_memory", user.includes("wrong") ? { notes: ["x"] } : mixed);
      });
      await withPi(agent, async (home) => {
        const wrong = await runPrint(host, home, ["wrong"]);
        expect(wrong.stdout).toContain("none of the groups lessons, preferences, decisions, domain");
        expect(recordsIn(home)).toEqual([]);
        const one = await runPrint(host, home, ["mixed"]);
        expect(one.stdout).toContain("1 added");
        expect(recordsIn(home)).toHaveLength(1);
      });
    });

    test("a call with nothing in it saves nothing, and is no error", async () => {
      const nothing = { lessons: [], preferences: [], decisions: [], domain: [] };
      const agent = anAgent(({ toolResult }) =>
        toolResult === undefined ? calls("save_to_memory", nothing) : says(toolResult),
      );
      await withPi(agent, async (home) => {
        const { code, stdout } = await runPrint(host, home, ["save"]);
        expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first: "memory: nothing new" });
        expect(recordsIn(home)).toEqual([]);
      });
    });

    test("on a terminal the menu lies over the screen with its cursor on Inspect, and a save is told in one line", async () => {
      await withPi(obedient, async (home) => {
        const pi = await startTui(host, home);
        pi.submit("/memory");
        await pi.shows(/^\W*→ Inspect\.\.\. +look, change nothing/m);
        pi.press("Escape");
        await pi.hides("Inspect...");
        pi.submit("/memory");
        await pi.shows("Inspect...");
        pi.press("Up", "Up", "Up");
        await pi.shows(/→ Consolidate/);
        pi.press("Enter");
        const screen = await pi.shows("memory: 1 added");
        expect(screen).toContain("[holdfast] Consolidate memory"); // the request stands in the conversation
        expect(screen).toContain("save to memory: 1 lesson");
        expect(screen).not.toContain("- added: Run the migrations");
        pi.press("C-o");
        await pi.shows(/- added: Run the migrations before the tests \(rec_/);
        pi.press("C-d");
        expect(await pi.ended()).toBe(0);
        expect(recordsIn(home)).toHaveLength(1);
      });
    });

    test("on a terminal a missed call gives one notice", async () => {
      await withPi(
        anAgent(() => says("I would rather not.")),
        async (home) => {
          const pi = await startTui(host, home);
          pi.submit("/memory");
          await pi.shows("Inspect...");
          pi.press("Up", "Up", "Up", "Enter");
          const screen = await pi.shows("The agent finished without saving to memory.");
          expect(screen.match(/without saving/g)).toHaveLength(1);
          pi.press("C-d");
          expect(await pi.ended()).toBe(0);
        },
      );
    });
  });
}

/** Opens the menu, as Pi asks its client, and takes the row whose words begin so, or none. Resolves with the menu when it is over. */
async function choose(pi: PiRpc, row?: string): Promise<RpcEvent> {
  const over = pi.prompt("/memory");
  const menu = await pi.question("select");
  pi.answer(menu, row === undefined ? undefined : rowOf(menu, row));
  await over;
  return menu;
}

function rowOf({ options }: RpcEvent, start: string): string | undefined {
  return (options as string[]).find((row) => row.startsWith(start));
}
