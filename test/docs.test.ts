import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
});
const files = listed.stdout.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
const pages = files.filter(
  (file) => file.endsWith(".md") && !/(^|\/)(fixtures|\.changeset)\/|CHANGELOG\.md$/.test(file),
);
const isThere = new Set([...files, ...files.flatMap((file) => foldersOf(file))]);
const commands = new Set(Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts));

function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** A page without its code, where anything may stand. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8").replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
}

describe.each(pages)("%s", (page) => {
  test("links to what is there", () => {
    const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const local = links
      .filter((link) => !/^(https?:|mailto:|#)/.test(link))
      .map((link) => link.split("#")[0]!);
    expect(local.filter((link) => !isThere.has(join(dirname(page), link).replace(/\/$/, "")))).toEqual([]);
  });

  test("names files that are there, and scripts that can be run", () => {
    const words = [...proseOf(page).matchAll(/`([^`\s]+)`/g)].map(([, word = ""]) => word);
    const paths = words.filter((word) =>
      /^(packages|apps|docs|bench|scripts|test|guarantees)\/[\w./-]+$/.test(word),
    );
    expect(paths.filter((path) => !isThere.has(path.replace(/\/$/, "")))).toEqual([]);
    const scripts = [...readFileSync(join(root, page), "utf8").matchAll(/\bnpm run ([\w:]+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(scripts.filter((name) => !commands.has(name))).toEqual([]);
  });
});
