import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LoopbackRequest, type LoopbackScript, loopbackMessages } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import {
  anAgent,
  aPiHome,
  calls,
  type PiHome,
  piHosts,
  runPrint,
  says,
  startRpc,
  startTui,
} from "./bench/index.ts";

const lessons = [{ summary: "Run the migrations before the tests" }];
const saving = { lessons, preferences: [], decisions: [], domain: [] };
/** An agent that saves when it is asked to consolidate, and else says what it is told. */
const obedient = anAgent(({ user, toolResult }) => {
  if (toolResult !== undefined) return says(`Tool: ${toolResult.split("\n")[0]}`);
  if (user.includes("save_to_memory")) return calls("save_to_memory", saving);
  return user.includes("recall") ? calls("recall_memory", { query: "migrations" }) : undefined;
});

async function withPi(
  script: LoopbackScript,
  work: (home: PiHome, requests: readonly LoopbackRequest[]) => Promise<void>,
) {
  const server = await loopbackMessages(script);
  try {
    await work(aPiHome({ server }), server.requests);
  } finally {
    await server.close();
  }
}

function recordsIn({ project }: PiHome): string[] {
  const root = join(project, ".pi", "memory");
  return ["lessons", "preferences", "decisions", "domain"].flatMap((folder) => {
    const path = join(root, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path).map((name) => readFileSync(join(path, name), "utf8"));
  });
}

for (const host of piHosts) {
  describe.concurrent(host.name, () => {
    test("what the agent saves is a record, and the next session is given it and can recall it", async () => {
      await withPi(obedient, async (home, requests) => {
        const first = await runPrint(host, home, ["Please call save_to_memory"]);
        expect(first).toMatchObject({ code: 0, stdout: "Tool: memory: 1 added\n" });
        expect(recordsIn(home)).toEqual([expect.stringContaining("# Run the migrations before the tests")]);

        const second = await runPrint(host, home, ["Please recall"]);
        expect(second.stdout).toMatch(/^Tool: - rec_\w+ lesson: Run the migrations before the tests$/m);
        const asked = JSON.stringify(requests.at(-1)?.body);
        expect(asked).toContain("<holdfast-memory version=");
        expect(asked).toMatch(/\[lesson, noted by an agent, rec_\w+\] Run the migrations before the tests/);
      });
    });

    test("the typed commands work in print mode, to their end", async () => {
      await withPi(obedient, async (home) => {
        const status = await runPrint(host, home, ["/memory status"]);
        expect(status.stdout + status.stderr).toMatch(/0 records in .*\.pi\/memory/);
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
        await told("/memory context", "1 given, 0 cut");
        await told("/memory staging", "Nothing waits.");
        await told("/memory deadletter", "There are no dead letters.");
        await told("/memory recover", "0 brought back");
        await told("/memory reconcile", "memory: nothing new");
        await told("/memory runs", "save: completed, 1 added");
        await told("/memory nonsense", "There is no /memory nonsense.");
        await told("/memory undo nothing", "There is no record");
        await told(`/memory undo ${id}`, `1 archived: ${id}`);
        await told("/memory context", "Nothing is remembered yet.");
        await pi.end();
        expect(pi.events.filter(({ type }) => type === "extension_error")).toEqual([]);
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

    test("the menu begins with Inspect; Consolidate asks the agent once, in words the person sees", async () => {
      await withPi(obedient, async (home) => {
        const pi = startRpc(host, home);
        const opened = pi.prompt("/memory");
        const menu = await pi.question("select");
        expect(menu.title).toMatch(/^Holdfast remembers .* in .*\.pi\/memory$/);
        const options = menu.options as string[];
        expect(options.map((row) => row.split(":")[0])).toEqual([
          "Inspect",
          "Consolidate",
          "Reconcile",
          "Recover",
        ]);
        pi.answer(menu, options[1]);
        await opened;
        expect(await pi.next("tool_execution_end")).toMatchObject({
          toolName: "save_to_memory",
          isError: false,
        });
        await pi.next("agent_end");
        await pi.end();
        expect(recordsIn(home)).toHaveLength(1);
        expect(
          pi.events.filter(
            ({ method, message }) => method === "notify" && /without saving/.test(String(message)),
          ),
        ).toEqual([]);
        expect(pi.events.filter(({ type }) => type === "extension_error")).toEqual([]);
      });
    });

    test("an agent that does not call the tool gives exactly one notice", async () => {
      await withPi(
        anAgent(() => says("I would rather not.")),
        async (home) => {
          const pi = startRpc(host, home);
          const opened = pi.prompt("/memory");
          const menu = await pi.question("select");
          pi.answer(menu, (menu.options as string[])[1]);
          await opened;
          await pi.notice("The agent finished without saving to memory. /memory consolidate tries again.");
          await pi.prompt("Something else");
          await pi.next("agent_end");
          await pi.end();
          expect(
            pi.events.filter(
              ({ method, message }) => method === "notify" && /without saving/.test(String(message)),
            ),
          ).toHaveLength(1);
        },
      );
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

    test("on a terminal the menu is drawn, and a save is told in one line", async () => {
      await withPi(obedient, async (home) => {
        const pi = await startTui(host, home);
        pi.submit("/memory");
        await pi.shows("Consolidate: the agent saves what this session taught");
        pi.press("Down", "Enter");
        await pi.shows("memory: 1 added");
        pi.press("C-d");
        expect(await pi.ended()).toBe(0);
        expect(recordsIn(home)).toHaveLength(1);
      });
    });
  });
}
