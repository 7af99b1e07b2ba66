import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type LoopbackRegistry,
  loopbackMessages,
  loopbackRegistry,
  packed,
  repacked,
} from "@holdfast/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  anAgent,
  aPiHome,
  calls,
  type PiEnded,
  type PiHome,
  type PiHost,
  piHosts,
  says,
  startBare,
} from "./bench/index.ts";
import { recordsIn } from "./with-pi.ts";

const ours = fileURLToPath(new URL("..", import.meta.url));
const pnpm = join(ours, "../../node_modules/.bin/pnpm");

let registry: LoopbackRegistry;
beforeAll(async () => {
  // The drivers of SQLite as they are installed here: what compiles or downloads is not ours to test.
  const drivers = repacked(["better-sqlite3-node20", "better-sqlite3"], ours);
  registry = await loopbackRegistry([packed(ours, pnpm), ...drivers]);
});
afterAll(() => registry.close());

/** Pi without any flag, as a person starts it. */
async function pi(host: PiHost, home: PiHome, ...args: string[]): Promise<PiEnded> {
  const { PI_OFFLINE, ...env } = home.env;
  const npm = {
    npm_config_registry: registry.url,
    npm_config_cache: join(home.home, "npm-cache"),
    npm_config_prefix: join(home.home, "npm-global"),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  mkdirSync(npm.npm_config_prefix, { recursive: true });
  const { child, ended } = startBare(host, { ...home, env: { ...env, ...npm } }, [host.cli, ...args]);
  child.stdin.end();
  return ended;
}

for (const host of piHosts) {
  describe(host.name, { timeout: 180_000 }, () => {
    test("installed from a registry it saves, a new session recalls it, and removed it is gone", async () => {
      const agent = anAgent(({ user, toolResult, tools }) => {
        if (toolResult !== undefined) return says(`Tool: ${toolResult.split("\n")[0]}`);
        if (user.includes("tools")) return says(tools.join(" "));
        if (user.includes("recall")) return calls("recall_memory", { query: "migrations" });
        return calls("save_to_memory", { lessons: [{ summary: "Run the migrations before the tests" }] });
      });
      const server = await loopbackMessages(agent);
      try {
        const home = aPiHome({ server });
        const installed = await pi(host, home, "install", "npm:pi-holdfast");
        expect(installed.stdout + installed.stderr).toContain("Installed npm:pi-holdfast");
        expect(installed.code).toBe(0);
        expect(registry.asked.some((path) => path.startsWith("@earendil-works/"))).toBe(false); // no second Pi

        const saved = await pi(host, home, "-p", "Please save");
        expect(saved).toMatchObject({ code: 0, stdout: "Tool: memory: 1 added\n", stderr: "" });
        expect(recordsIn(home)).toHaveLength(1);
        const recalled = await pi(host, home, "-p", "Please recall");
        expect(recalled.stdout).toMatch(/^Tool: - rec_\w+ lesson: "Run the migrations before the tests"$/m);

        await pi(host, home, "remove", "npm:pi-holdfast");
        expect((await pi(host, home, "-p", "Which tools")).stdout).not.toContain("save_to_memory");
        expect(recordsIn(home)).toHaveLength(1);
      } finally {
        await server.close();
      }
    });
  });
}
