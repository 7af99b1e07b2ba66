import { chmod, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withoutPrivilege } from "../../storage/test/without-privilege.ts";
import { type Memory, openMemory } from "../src/index.ts";

let folder: string;
let shop: string;
let memory: Memory;
const told: string[] = [];

/** A project with a session of Claude Code and one of Pi, and what is to be wrong with them, by any user's eyes. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdfast-agents-"));
  await chmod(folder, 0o777);
  shop = join(folder, "shop");
  await mkdir(shop, { mode: 0o777 });
  await chmod(shop, 0o777);
  vi.stubEnv("CLAUDE_CONFIG_DIR", join(folder, "claude"));
  vi.stubEnv("PI_CODING_AGENT_DIR", join(folder, "pi"));
  vi.stubEnv("CODEX_HOME", join(folder, "codex"));
  vi.stubEnv("GEMINI_CLI_HOME", join(folder, "gemini"));
  await write(claudes("one"), [
    { type: "user", uuid: "u1", parentUuid: null, sessionId: "one", cwd: shop, timestamp: at, message: say },
  ]);
  await write(join(folder, "pi", "sessions", `-${shop.replaceAll("/", "-")}--`, "two.jsonl"), [
    { type: "session", version: 3, id: "two", timestamp: at, cwd: shop },
    { type: "message", id: "m1", parentId: null, timestamp: at, message: { ...say, timestamp: 1 } },
  ]);
  memory = await openMemory({
    dir: join(shop, ".holdfast"),
    userDir: join(folder, "home", ".holdfast"),
    cwd: shop,
  });
});
afterEach(async () => {
  await memory.close();
  vi.unstubAllEnvs();
  told.length = 0;
  await rm(folder, { recursive: true, force: true });
});

const at = "2026-03-02T14:00:00.000Z";
const say = { role: "user", content: "Always round invoices half to even." };
const claudes = (name: string) =>
  join(folder, "claude", "projects", shop.replaceAll(/[^a-zA-Z0-9]/g, "-"), `${name}.jsonl`);

async function write(path: string, entries: readonly unknown[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
}

async function listed() {
  const rows = await memory.sessions({
    onEvent: (event) => event.kind === "warning" && told.push(event.message),
  });
  return rows.map(({ agent, state }) => `${agent} ${state}`).sort();
}

const throughLink = async (path: string) => {
  await rename(path, join(folder, "elsewhere"));
  await symlink(join(folder, "elsewhere"), path);
};

test.each<[string, () => string]>([
  ["an agent's folder", () => join(folder, "claude")],
  ["its folder of sessions", () => join(folder, "claude", "projects")],
  ["the folder of a project", () => dirname(claudes("one"))],
  ["a session", () => claudes("one")],
])("%s may be a link, as people who keep dotfiles make them", async (_, linked) => {
  await throughLink(linked());
  expect(await listed()).toEqual(["claude new", "pi new"]);
  expect(told).toEqual([]);
  const report = await memory.consolidate({ allNew: true, model: "local/rules" });
  expect(report.extraction?.sessions).toHaveLength(2);
});

test.skipIf(process.platform === "win32").each<[string, () => string]>([
  ["an agent's folder", () => join(folder, "claude")],
  ["its folder of sessions", () => join(folder, "claude", "projects")],
  ["the folder of a project", () => dirname(claudes("one"))],
  ["a session", () => claudes("one")],
])("%s that can't be read is named with the reason, and the others' sessions are read", async (_, closed) => {
  await chmod(closed(), 0o000);
  try {
    await withoutPrivilege(async () => {
      expect(await listed()).toContain("pi new");
      expect(told.join("\n")).toContain(folder);
      expect(told.join("\n")).toContain("permission denied");
      const report = await memory.consolidate({ allNew: true, model: "local/rules" });
      expect(report.extraction?.sessions.map(({ session_id }) => session_id)).toEqual(["two"]);
      expect(report.warnings.join("\n")).toContain("permission denied");
    });
  } finally {
    await chmod(closed(), 0o700);
  }
});

test.each<[string, () => string]>([
  ["an agent's folder", () => join(folder, "claude")],
  ["its folder of sessions", () => join(folder, "claude", "projects")],
])("a file in place of %s costs no other agent's sessions", async (_, taken) => {
  await rm(taken(), { recursive: true });
  await writeFile(taken(), "");
  expect(await listed()).toEqual(["pi new"]);
});

test("a session of more than a gigabyte is listed as unreadable and left out, and is not read", async () => {
  await truncate(claudes("one"), 3e9);
  expect(await listed()).toEqual(["claude unreadable", "pi new"]);
  const report = await memory.consolidate({ allNew: true, model: "local/rules" });
  expect(report.extraction?.sessions.map(({ session_id }) => session_id)).toEqual(["two"]);
  expect(report.warnings.join("\n")).toMatch(/3\.0 GB.*left out/);
  await expect(memory.consolidate({ transcript: claudes("one") })).rejects.toMatchObject({
    code: "transcript_unreadable",
  });
});
