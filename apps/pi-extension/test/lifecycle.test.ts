import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { LoopbackReply } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import {
  anAgent,
  calls,
  type PiHome,
  type PiHost,
  piHosts,
  runPrint,
  says,
  startRpc,
  startTui,
} from "./bench/index.ts";
import { errorsOf, noticesOf, recordsIn, stagedIn, withPi } from "./with-pi.ts";

const known = "The staging database listens on port 5433";
const heard = "The staging database listens on port 5434 now";
const unrelated = "Invoices of Swiss customers are in francs";

const supersede = {
  actions: [{ ref: "C1", reason: "the port changed", action: "supersede", target_id: "M1" }],
};

/** An agent that saves what it is told after `save`, while the careful model does as `judge` says. */
function saving(judge: (nth: number) => LoopbackReply | Promise<LoopbackReply>) {
  let judged = 0;
  return anAgent(({ user, tools, toolResult }) => {
    if (tools.includes("submit_actions")) return judge(judged++);
    if (toolResult !== undefined) return says(toolResult);
    const [, said] = /^save (.*)$/s.exec(user) ?? [];
    return said === undefined
      ? undefined
      : calls("save_to_memory", { lessons: said.split("; ").map((summary) => ({ summary })) });
  });
}

/** Saves with an agent that knows the text before any model is needed. */
async function remember(host: PiHost, home: PiHome, text: string) {
  const { stdout } = await runPrint(host, home, [`save ${text}`]);
  expect(stdout).toContain("memory: 1 added");
}

const until = async (holds: () => boolean) => {
  for (const start = performance.now(); !holds(); await pause(30))
    if (performance.now() - start > 40_000) throw new Error("It did not come to that within 40 seconds.");
};

for (const host of piHosts) {
  describe.concurrent(host.name, { timeout: 120_000 }, () => {
    test("a candidate that collides is judged by the model of the session, and the agent sees its fate", async () => {
      await withPi(
        saving(() => ({ kind: "tool", input: supersede })),
        async (home, requests) => {
          await remember(host, home, known);
          const { stdout } = await runPrint(host, home, [`save ${heard}`]);
          expect(stdout).toContain("memory: 1 replaced an older one");
          expect(stdout).toMatch(/- replaced an older one: The staging .* now \(rec_\w+\)/);
          const judged = requests.filter(({ body }) => body?.tools?.[0]?.name === "submit_actions");
          expect(judged.map(({ body }) => body?.tool_choice?.name)).toEqual(["submit_actions"]);
          expect(recordsIn(home)).toHaveLength(2);
          expect(
            recordsIn(home).filter((text) => /supersedes:\n? +- rec_|supersedes: \[rec_/.test(text)),
          ).toHaveLength(1);
        },
      );
    });

    test("a model that is configured and can't be had is warned of, and the session's is asked", async () => {
      await withPi(
        saving(() => ({ kind: "tool", input: supersede })),
        async (home, requests) => {
          await remember(host, home, known);
          const { stdout } = await runPrint(host, home, [`save ${heard}`]);
          expect(stdout).toMatch(/! .*who\/knows/);
          expect(stdout).toContain("memory: 1 replaced an older one");
          expect(requests.at(-2)?.body?.model).toBe("main");
        },
        { env: { PERSISTENT_MEMORY_RECONCILIATION_MODEL: "who/knows" } },
      );
    });

    test("a new session in the middle of a background run: nothing of that run is written after it", async () => {
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      const agent = saving(async (nth) => {
        if (nth === 0) return { kind: "error", status: 401 }; // so that the save leaves it staged
        if (nth === 1) await held;
        return nth === 1 ? { kind: "tool", input: supersede } : { kind: "hang" };
      });
      await withPi(
        agent,
        async (home, requests) => {
          await remember(host, home, known);
          await runPrint(host, home, [`save ${heard}`]);
          expect(stagedIn(home)).toHaveLength(1);

          const judged = () =>
            requests.filter(({ body }) => body?.tools?.[0]?.name === "submit_actions").length;
          const pi = startRpc(host, home);
          await until(() => judged() === 2);
          const before = [recordsIn(home), stagedIn(home)];
          await pi.newSession();
          release();
          await until(() => judged() === 3); // the run of the new session has asked, so the old one is long over
          await pause(500);
          expect([recordsIn(home), stagedIn(home)]).toEqual(before);
          expect(noticesOf(pi)).toEqual([]);
          await pi.kill();
          expect(errorsOf(pi)).toEqual([]);
        },
        { env: { HOLDFAST_BACKGROUND: "full" } },
      );
    });

    test("Pi is killed in the middle of a save: the next start finishes what needs no model, and asks none", async () => {
      const agent = saving(() => ({ kind: "hang" }));
      await withPi(agent, async (home, requests) => {
        await remember(host, home, known);
        const pi = startRpc(host, home);
        await pi.prompt(`save ${heard}; ${unrelated}`);
        await until(() => requests.some(({ body }) => body?.tools?.[0]?.name === "submit_actions"));
        await pi.kill();
        expect(stagedIn(home)).toHaveLength(1);

        const asked = requests.length;
        const next = startRpc(host, home);
        await until(() => recordsIn(home).some((text) => text.includes(unrelated)));
        await next.next(({ statusText }) => statusText === "memory: 1 staged");
        expect(recordsIn(home)).toHaveLength(2);
        expect(stagedIn(home).join("")).toContain(heard);
        expect(stagedIn(home).join("")).not.toContain(unrelated);
        expect(requests).toHaveLength(asked);
        await next.end();
      });
    });

    test("Pi is killed in the middle of a save: with a full background the next start finishes all of it, once", async () => {
      const agent = saving((nth) => (nth === 0 ? { kind: "hang" } : { kind: "tool", input: supersede }));
      await withPi(
        agent,
        async (home, requests) => {
          await remember(host, home, known);
          const pi = startRpc(host, home);
          await pi.prompt(`save ${heard}`);
          await until(() => requests.some(({ body }) => body?.tools?.[0]?.name === "submit_actions"));
          await pi.kill();

          const next = startRpc(host, home);
          await next.next(({ method, statusText }) => method === "setStatus" && statusText === undefined);
          expect(stagedIn(home)).toEqual([]);
          expect(recordsIn(home)).toHaveLength(2);
          await next.end();
          const third = startRpc(host, home);
          await third.prompt("/memory runs");
          await third.notice("reconcile: completed, 1 replaced an older one, 1 model call");
          expect(recordsIn(home)).toHaveLength(2);
          await third.end();
        },
        { env: { HOLDFAST_BACKGROUND: "full" } },
      );
    });

    test("a run that asks a model is shown: its chunk in the status line, its outcomes above the editor, until it is over", async () => {
      const other = ["Parsers live beside their grammars", "Parsers live beside their own tests now"];
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      const agent = saving(async (nth) => {
        if (nth < 2) return { kind: "error", status: 401 };
        if (nth > 2) await held;
        return { kind: "tool", input: supersede };
      });
      await withPi(
        agent,
        async (home) => {
          await remember(host, home, known);
          await remember(host, home, other[0]!);
          await runPrint(host, home, [`save ${heard}; ${other[1]}`]);

          const pi = startRpc(host, home);
          await pi.next(({ method, statusText, widgetLines }) => {
            if (method === "setStatus") return false;
            expect(statusText).toBeUndefined();
            return (
              Array.isArray(widgetLines) &&
              widgetLines[0] === "memory: reconciling, chunk 2, 1 of 2 settled" &&
              /^ {2}replaced an older one: (The staging|Parsers)/.test(String(widgetLines[1]))
            );
          });
          expect(pi.events).toContainEqual(
            expect.objectContaining({ statusText: "memory: reconciling, chunk 2, 1 of 2 settled" }),
          );
          release();
          await pi.next(({ method, widgetLines }) => method === "setWidget" && widgetLines === undefined);
          await pi.next(({ method, statusText }) => method === "setStatus" && statusText === undefined);
          await pi.end();
          expect(recordsIn(home)).toHaveLength(4);
        },
        { env: { HOLDFAST_BACKGROUND: "full", PERSISTENT_MEMORY_RECONCILIATION_CHUNK_SIZE: "1" } },
      );
    });

    test("what is typed goes before what runs in the background, and is told of no other writer", async () => {
      const agent = saving((nth) =>
        nth < 1
          ? { kind: "error", status: 401 }
          : nth < 2
            ? { kind: "hang" }
            : { kind: "tool", input: supersede },
      );
      await withPi(
        agent,
        async (home, requests) => {
          await remember(host, home, known);
          await runPrint(host, home, [`save ${heard}`]);
          const judged = () =>
            requests.filter(({ body }) => body?.tools?.[0]?.name === "submit_actions").length;
          const pi = startRpc(host, home);
          await until(() => judged() === 2); // the run in the background asks, and hangs
          await pi.prompt("/memory reconcile");
          await pi.notice("memory: 1 replaced an older one");
          await pi.end();
          expect(noticesOf(pi)).toHaveLength(1);
          expect(stagedIn(home)).toEqual([]);
        },
        { env: { HOLDFAST_BACKGROUND: "full" } },
      );
    });

    test("a save tells of its own candidates, and of what waits besides a number; the status line follows it", async () => {
      const agent = saving(() => ({ kind: "error", status: 401 }));
      await withPi(
        agent,
        async (home) => {
          await remember(host, home, known);
          const pi = startRpc(host, home);
          await pi.prompt(`save ${heard}`);
          await pi.next(({ statusText }) => statusText === "memory: 1 staged");
          await pi.next(host.name.startsWith("Pi 0.") ? "agent_end" : "agent_settled");
          await pi.prompt(`save ${unrelated}`);
          const { result } = await pi.next(
            (event) =>
              event.type === "tool_execution_end" && JSON.stringify(event).includes("memory: 1 added"),
          );
          const { text } = (result as { content: { text: string }[] }).content[0]!;
          expect(text).toMatch(/^memory: 1 added\n- added: Invoices[^\n]*\n[^\n]*\n/);
          expect(text).toContain("Of what waited before: 1 waiting.");
          expect(text).not.toContain(heard);
          await pi.end();
        },
        { env: { HOLDFAST_BACKGROUND: "off" } },
      );
    });

    test("on a terminal a long run is no obstacle: what is said meanwhile is answered, and the run can be stopped", async () => {
      const agent = saving((nth) => (nth < 1 ? { kind: "error", status: 401 } : { kind: "hang" }));
      await withPi(
        agent,
        async (home, requests) => {
          await remember(host, home, known);
          await runPrint(host, home, [`save ${heard}`]);
          const judged = () =>
            requests.filter(({ body }) => body?.tools?.[0]?.name === "submit_actions").length;
          const pi = await startTui(host, home);
          pi.submit("/memory reconcile");
          await until(() => judged() === 2);
          await pi.shows("memory: reconciling, chunk 1");
          pi.submit("What about the zebras?");
          await pi.shows("You said: What about the zebras?");
          pi.submit("/memory stop");
          await pi.shows("stopped: it was to stop");
          expect(stagedIn(home)).toHaveLength(1);
          await pause(300);
          pi.press("C-d");
          expect(await pi.ended()).toBe(0);
        },
        { env: { HOLDFAST_BACKGROUND: "off" } },
      );
    });

    test("two Pis in one project save at once: both are kept, each once, and neither fails", async () => {
      await withPi(
        saving(() => ({ kind: "hang" })),
        async (home) => {
          const texts = [
            ["Water the ferns on Monday", "The invoice counter begins at 4000"],
            ["Parsers live beside their grammars", "Seville is warm in March"],
          ];
          const pis = texts.map((own) => ({ own, pi: startRpc(host, home) }));
          await Promise.all(
            pis.map(async ({ own, pi }) => {
              for (const text of own) {
                await pi.prompt(`save ${text}`);
                expect(await pi.next("tool_execution_end")).toMatchObject({ isError: false });
                await pi.next(host.name.startsWith("Pi 0.") ? "agent_end" : "agent_settled");
              }
            }),
          );
          await pis[0]!.pi.prompt("/memory reconcile"); // what was deferred
          await pis[0]!.pi.notice("memory: ");
          for (const { pi } of pis) expect((await pi.end()).code).toBe(0);
          expect(stagedIn(home)).toEqual([]);
          const all = recordsIn(home);
          expect(all).toHaveLength(4);
          for (const text of texts.flat())
            expect(all.filter((one) => one.includes(`# ${text}`))).toHaveLength(1);
        },
      );
    });

    test("memory that can't be opened costs one message, and never a turn", async () => {
      await withPi(
        saving(() => ({ kind: "hang" })),
        async (home) => {
          mkdirSync(join(home.project, ".pi"));
          writeFileSync(join(home.project, ".pi/memory"), "not a folder");
          const pi = startRpc(host, home);
          const { message } = await pi.notice(".pi/memory");
          for (const text of ["Hello", "And again"]) {
            await pi.prompt(text);
            await pi.next("agent_end");
          }
          await pi.prompt("save something");
          const { isError, result } = await pi.next("tool_execution_end");
          expect({ isError, told: JSON.stringify(result).includes(String(message)) }).toEqual({
            isError: true,
            told: true,
          });
          await pi.next("agent_end");
          expect(noticesOf(pi)).toEqual([message]);
          rmSync(join(home.project, ".pi/memory"));
          await pi.prompt("/memory status");
          await pi.notice("0 record files in");
          await pi.end();
          expect(errorsOf(pi)).toEqual([]);
        },
      );
    });

    test("a save while another Pi writes is deferred, not failed, and the next run settles it", async () => {
      await withPi(
        saving(() => ({ kind: "hang" })),
        async (home, requests) => {
          await remember(host, home, known);
          const writer = startRpc(host, home);
          await writer.prompt(`save ${heard}`);
          await until(() => requests.some(({ body }) => body?.tools?.[0]?.name === "submit_actions"));

          const pi = startRpc(host, home);
          await pi.prompt(`save ${unrelated}`);
          const { isError, result } = await pi.next("tool_execution_end");
          expect({ isError, result }).toMatchObject({
            isError: false,
            result: { details: { status: "deferred" } },
          });
          expect(JSON.stringify(result)).toContain("memory: deferred: 1 staged, another writer is at work");
          await writer.kill();
          await pi.next(host.name.startsWith("Pi 0.") ? "agent_end" : "agent_settled");
          await pi.end();
          const next = startRpc(host, home);
          await until(() => recordsIn(home).some((text) => text.includes(unrelated)));
          await next.end();
        },
      );
    });

    test("after a reload everything works, once, and nothing is settled again", async () => {
      await withPi(
        saving(() => ({ kind: "hang" })),
        async (home) => {
          const pi = await startTui(host, home);
          pi.submit(`save ${known}`);
          await pi.shows(/^ - added: The staging/m);
          await pi.hides("Working");
          pi.submit("/reload");
          await pi.shows(/[Rr]eloaded/);
          pi.submit("/memory list");
          const screen = await pi.shows(new RegExp(`lesson, [-\\d]+: ${known}`));
          expect(screen.match(/rec_\w+ lesson, /g)).toHaveLength(1);
          await pause(500); // Pi empties its editor when a command is over
          pi.submit(`save ${unrelated}`);
          await pi.shows(new RegExp(`${unrelated} \\(rec_`));
          pi.press("C-d");
          expect(await pi.ended()).toBe(0);
          expect(recordsIn(home)).toHaveLength(2);
        },
      );
    });
  });
}
