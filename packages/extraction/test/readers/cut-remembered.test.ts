import { memoryFence } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { cutRemembered } from "../../src/readers/cut-remembered.ts";

const id = "rec_0123456789abcdef0123";
const record = `---\nid: ${id}\ncategory: lesson\n---\n\n# Use tabs\n\nAlways.`;
const numbered = record.replaceAll(/^/gmu, "     7\u2192");

const table: { readonly [what: string]: readonly (readonly [shown: string, left: string])[] } = {
  "memory files": [
    ["a.ts:1:x\n.holdfast/lessons/a.md:3:Use tabs\nb.ts:1:y", "a.ts:1:x\nb.ts:1:y"],
    ["./.pi/memory/lessons/a.md:Use tabs\nb", "b"],
    ["/home/ada/.holdfast/lessons/use-tabs.md\n/home/ada/a.ts", "/home/ada/a.ts"],
    [" M .holdfast/lessons/use-tabs.md\n M a.ts", " M a.ts"],
    ["C:\\w\\.holdfast\\lessons\\a.md:3:Use tabs\nb", "b"],
    ['{"out":"x\\n.holdfast/lessons/a.md:Use tabs"}\nb', "b"],
    ["a.ts\n1:x\n\n.holdfast/lessons/a.md\n3:Use tabs\n4-more\n\nb.ts\n1:y", "a.ts\n1:x\n\n\nb.ts\n1:y"],
    [".holdfast:\nlessons\nuse-tabs.md\n\nsrc:\na.ts", "\nsrc:\na.ts"],
    ["==> .holdfast/a.md <==\nUse tabs\n\n==> b.md <==\nb", "==> b.md <==\nb"],
    [
      "diff --git a/.holdfast/lessons/a.md b/.holdfast/lessons/a.md\n--- /dev/null\n+++ b/.holdfast/lessons/a.md\n@@ -0,0 +1 @@\n+Use tabs\ndiff --git a/b.ts b/b.ts\n+b",
      "diff --git a/b.ts b/b.ts\n+b",
    ],
    ["diff --git a/.holdfast/a.md b/.holdfast/a.md\n+Use tabs\ncommit 0123456789\nb", "commit 0123456789\nb"],
    ["--- .holdfast/a.md\n+++ .holdfast/b.md\n@@ -1 +1 @@\n-Use tabs\n+No tabs", ""],
    [`b\n${record}`, "b"],
    [`b\n${numbered}`, "b"],
    [`${record}\n==> b.md <==\nb`, "==> b.md <==\nb"],
    ["b\n---\ncandidate_id: cand_0123456789abcdef0123\nUse tabs", "b"],
  ],
  "Holdfast's own output": [
    [`a\n- [lesson, the user, ${id}] Use tabs\nb`, "a\nb"],
    ["a\nrec_01234567  lesson  Use tabs\nb", "a\nb"],
    ["a\nRun run_20261130T212500_ab12cd staged Use tabs\nb", "a\nb"],
    [`[\n  {\n    "summary": "Use tabs",\n    "id": "${id}",\n    "detail": "x"\n  }\n]`, "[\n  {\n  }\n]"],
  ],
  "memory put before the agent": [
    [
      `a\n     3\u2192<${memoryFence} version="1">\n     4\u2192Use tabs\n     5\u2192</${memoryFence}>\nb`,
      "a\n     3\u2192\nb",
    ],
    [`{"a":"<${memoryFence} version=\\"1\\">\\nUse tabs\\n</${memoryFence}>\\nb"}`, '{"a":"\\nb"}'],
    [
      `{"a":"\\u003c${memoryFence} version=\\"1\\"\\u003e Use tabs \\u003c/${memoryFence}\\u003e b"}`,
      '{"a":" b"}',
    ],
    [`a\n<${memoryFence} version="1">\nUse tabs`, "a\n"],
  ],
};

for (const [what, rows] of Object.entries(table))
  test.each(rows)(`${what}: %j is read as %j`, (shown, left) => {
    expect(cutRemembered(shown)).toEqual({ text: left, cut: [what] });
  });

test.each([
  "src/a.ts:1:const folder = '.holdfast';",
  ".gitignore:3:.holdfast/",
  "holdfast/src/a.ts:1:x",
  "rec_1234 and prec_01234567, run_1",
  "id: rec_x",
  `</${memoryFence}>`,
  "---\nid: 3\n---\n# x",
  "plain",
  "",
])("%j is read as it is", (shown) => {
  expect(cutRemembered(shown)).toEqual({ text: shown, cut: [] });
});

describe("hostile results take no longer than others", () => {
  const n = 300_000;
  test.each([
    ["fences", `<${memoryFence}>`.repeat(n / 10)],
    ["fences that don't end", `<${memoryFence} `.repeat(n / 10)],
    ["folders", ".holdfast/".repeat(n)],
    ["blanks", `rec_01234567${" ".repeat(n)}`],
    ["JSON", `${'  "a": 1,\n'.repeat(n)}  "id": "rec_01234567",\n`.repeat(2)],
    ["numbers", `rec_01234567\n${"7 ".repeat(n)}`],
    ["records", `---\nid: ${id}\n`.repeat(n / 10)],
    ["lines", ".holdfast/a\n".repeat(n)],
    ["slashes", `.pi${"/".repeat(n)}memory/a`],
  ])("%s", (_, text) => {
    const start = process.cpuUsage();
    cutRemembered(text);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
  });
});
