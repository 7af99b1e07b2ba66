import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { categories } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { aPerson } from "./run-command.ts";

const scriptFor = async (shell: string) => (await aPerson().run(["completion", shell])).stdout;
const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

describe("completion", () => {
  /** What bash offers for a command line that ends where the cursor is. */
  async function offered(...words: string[]): Promise<string[]> {
    const line = words.map((word) => `'${word}'`).join(" ");
    const script = `${await scriptFor("bash")}\nCOMP_WORDS=(holdfast ${line}); COMP_CWORD=${words.length}; _holdfast; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout.trim().split("\n");
  }

  test("in bash offers commands, then the command's options, then their values", async () => {
    expect(await offered("rec")).toEqual(["reconcile", "recover", "recall"]);
    expect(await offered("doctor", "--f")).toEqual(["--fix"]);
    expect(await offered("list", "--category", "")).toEqual([...categories]);
    expect(await offered("--json", "undo", "--sc")).toEqual(["--scope"]);
  });

  test.each(["bash", "zsh", "fish"].filter(has))("is a script that %s can read", async (shell) => {
    const file = join(aPerson().home, "completion");
    writeFileSync(file, await scriptFor(shell));
    const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("names every command in every shell", async () => {
    const { stdout } = await aPerson().run(["--help"]);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)]
      .map(([, word]) => word)
      .filter((word) => word !== "help" && word !== "holdfast");
    expect(commands.length).toBeGreaterThan(20);
    for (const shell of ["bash", "zsh", "fish"]) {
      const script = await scriptFor(shell);
      for (const word of commands) expect(script).toMatch(new RegExp(`\\b${word}\\b`));
    }
  });

  test("of a shell that is not known says which are", async () => {
    const { code, stderr } = await aPerson().run(["completion", "tcsh"]);
    expect(code).toBe(2);
    expect(stderr).toContain("bash, zsh, fish");
  });
});
