import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { aPiHome, type PiHome, type PiHost, piHosts } from "./bench/index.ts";
import { recordsIn } from "./with-pi.ts";

const program = fileURLToPath(new URL("bench/in-process.mjs", import.meta.url));

interface Step {
  readonly prompt: string;
  readonly select?: string;
  readonly replies?: readonly (string | { readonly tool: string; readonly input: object })[];
}

interface Told {
  readonly errors: string[];
  readonly results: { tool: string; isError: boolean; details: unknown }[];
  readonly notices: string[];
  readonly menus: { title: string; rows: string[] }[];
  readonly systemPrompts: string[];
}

/** What comes of these sessions, one after the other, in a program that has Pi in it. */
function inProcess(host: PiHost, home: PiHome, sessions: readonly (readonly Step[])[]): Told[] {
  const args = [program, host.root, home.extension ?? "", home.project, JSON.stringify(sessions)];
  const { stdout, stderr, status } = spawnSync(host.node, args, {
    cwd: home.project,
    env: home.env,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${host.name}: the program ended with ${status}\n${stdout}\n${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

const save = {
  tool: "save_to_memory",
  input: { lessons: [{ summary: "Run the migrations before the tests" }] },
};

for (const host of piHosts) {
  describe(host.name, { timeout: 120_000 }, () => {
    test("in a program of one's own: saved by the menu's request, given to the next session, and one notice when it is not called", () => {
      const home = aPiHome({ server: { url: "http://127.0.0.1:9" } });
      const [first, second] = inProcess(host, home, [
        [{ prompt: "/memory", select: "Consolidate", replies: [save, "Saved one."] }],
        [
          { prompt: "Hello", replies: ["Hello."] },
          { prompt: "/memory", select: "Consolidate", replies: ["Nothing to save."] },
          { prompt: "Thanks", replies: ["You are welcome."] },
        ],
      ]);
      expect(first).toMatchObject({ errors: [], notices: [] });
      expect(first?.results).toMatchObject([{ tool: "save_to_memory", isError: false }]);
      expect(first?.results[0]?.details).toMatchObject({ counts: { add: 1 } });
      expect(recordsIn(home)).toHaveLength(1);

      expect(second).toMatchObject({ errors: [], results: [] });
      expect(second?.notices).toEqual([expect.stringContaining("finished without saving to memory")]);
      expect(second?.menus.map(({ title }) => title)).toEqual(["Memory: 1 record file"]);
      const given = second?.systemPrompts.map(
        (prompt) => /<holdfast-memory[\s\S]*<\/holdfast-memory>/.exec(prompt)?.[0],
      );
      expect(given).toHaveLength(3);
      expect(new Set(given).size).toBe(1); // the same bytes in every turn
      expect(given?.[0]).toContain("Run the migrations before the tests");
    });
  });
}
