import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultSettings, readSettings } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { aPerson, bareEnvironment, main } from "./run-command.ts";

const pathOf = (page: string) => fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url));
const textOf = (page: string) => readFileSync(pathOf(page), "utf8");

describe("the guide", () => {
  test("to the command runs as it stands, line by line, in an empty folder", () => {
    const { home, project } = aPerson();
    const blocks = [...textOf("guide.md").matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
    expect(blocks.length).toBeGreaterThan(3);
    const script = `set -euo pipefail\nholdfast() { "${process.execPath}" "${main}" "$@"; }\n${blocks.join("\n")}`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
      cwd: project,
      env: bareEnvironment(home),
      encoding: "utf8",
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    for (const shown of [
      "Always run the migrations before the tests",
      "Seed the database before the tests",
      "A tenant is one company",
      "Retry the upload once",
      "lint before you commit",
    ])
      expect(stdout).toContain(shown);
  });
});

describe("the reference of the command", () => {
  test("is what the command says of itself (HOLDFAST_WRITE=1 writes it anew)", async () => {
    const person = aPerson();
    const help = async (...words: string[]) => (await person.run([...words, "--help"])).stdout.trim();
    const whole = await help();
    const names = [...whole.matchAll(/^ {2}([a-z]+) [ [<]/gm)].map(([, name = ""]) => name);
    const pages = [`## holdfast\n\n\`\`\`\n${whole}\n\`\`\``];
    for (const name of names.filter((one) => one !== "help" && one !== "holdfast"))
      pages.push(`## ${name}\n\n\`\`\`\n${await help(name)}\n\`\`\``);
    const intro =
      "What each command takes, as `holdfast COMMAND --help` says it. Exit codes: 0 done, 1 failed, or something was refused or found; 2 wrong usage; 3 another writer is active; 130 interrupted. With `--json` each prints [one value](json-output.md).";
    const wanted = `# The command\n\n${intro}\n\n${pages.join("\n\n")}\n`;
    if (process.env.HOLDFAST_WRITE === "1") writeFileSync(pathOf("reference/command.md"), wanted);
    expect(textOf("reference/command.md")).toBe(wanted);
  });
});

describe("the reference of the configuration", () => {
  test("names every variable, with its default", () => {
    const rows = [...textOf("reference/configuration.md").matchAll(/^\| `(PERSISTENT_\w+)` \| (\w+) \|/gm)];
    expect(rows).toHaveLength(10);
    for (const [, name = "", shown = ""] of rows) {
      const { settings: bad, warnings: told } = readSettings({ [name]: "nonsense" });
      expect(bad, name).toEqual(defaultSettings);
      expect(told.join(), name).toContain(shown === "none" ? name : shown);
    }
    const source = readFileSync(
      fileURLToPath(new URL("../../../packages/schema/src/settings.ts", import.meta.url)),
      "utf8",
    );
    const known = new Set(source.match(/PERSISTENT_MEMORY_\w+/g));
    for (const name of known) expect(textOf("reference/configuration.md")).toContain(`\`${name}\``);
  });
});
