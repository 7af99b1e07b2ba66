import { memoryFence } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { cutUnread } from "../../src/readers/cut-unread.ts";

const table: { readonly [what: string]: readonly (readonly [said: string, left: string])[] } = {
  "private text": [
    ["a <private>secret</private> b", "a  b"],
    ["<PRIVATE>\nsecret\n</PRIVATE>\nb", "\nb"],
    ["a <private reason='x'>secret</private>", "a "],
    ["a <private>s<private>t</private>u</private> b", "a  b"],
    ["a <private reason='a>b'>secret</private>", "a "],
    ['a <private reason="</private>">secret</private>b', "a b"],
    ['a <private reason="a/>b">secret</private>b', "a b"],
    ["a <private don't share>it's</private> b", "a  b"],
    ["a < private >secret</ private > b", "a  b"],
    ["a <pri\u200bvate>secret</private\u200b> b", "a  b"],
    ["a &lt;private&gt;secret&lt;/private&gt; b", "a  b"],
    ["a \\u003cprivate\\u003esecret\\u003c/private\\u003e b", "a  b"],
    ["a \uff1cprivate\uff1esecret\uff1c/private\uff1e b", "a  b"],
    ["a <\uff50rivate>secret</private> b", "a  b"],
    ["a <private>secret<\\/private> b", "a  b"],
    ["</private> a <private>secret</private> b", "</private> a  b"],
    ["<private/> a <private>secret</private> b", "<private/> a  b"],
    ["</private '> <private>secret</private> '> b", "</private '>  '> b"],
    ["<private /> a <private>secret</private> b", "<private /> a  b"],
  ],
  "memory put before the agent": [
    [`a\n<${memoryFence} version="1">\nAlways use tabs.\n</${memoryFence}>\nb`, "a\n\nb"],
    [`<${memoryFence}>\nAlways use tabs.`, ""],
    [`a\r\n<${memoryFence}>\r\nAlways use tabs.\r\n</${memoryFence}>\r\nb`, "a\r\n\r\nb"],
  ],
  "boot files": [
    ["# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>\nb", "\nb"],
    ["# AGENTS.md instructions\n<INSTRUCTIONS>\nUse tabs.", ""],
    ["<user_instructions>\nUse tabs.\n</user_instructions>\nb", "\nb"],
    ["a\n--- Context from: GEMINI.md ---\nUse tabs.\n--- End of Context from: GEMINI.md ---\nb", "a\n\nb"],
  ],
  "blocks of the host": [
    ["a\n<system-reminder>\nUse tabs.\n</system-reminder>\nb", "a\n\nb"],
    ["a\n<system-reminder>\nUse tabs.", "a\n"],
    ["<environment_context>\n<cwd>/w</cwd>\n</environment_context>", ""],
    ["<ide_opened_file>The user opened a.ts</ide_opened_file>Fix it.", "Fix it."],
    ["<ide_selection>const a</ide_selection>\nFix it.", "\nFix it."],
    ["This is the Gemini CLI. We are setting up the context for our chat.\nToday is Monday.", ""],
  ],
};

for (const [what, rows] of Object.entries(table))
  test.each(rows)(`${what}: %j is read as %j`, (said, left) => {
    expect(cutUnread(said)).toEqual({ text: left, cut: [what] });
  });

test("a private block that is not closed reaches to the end, and is told to be open", () => {
  expect(cutUnread("a <private>b")).toEqual({ text: "a ", cut: ["private text"], isOpen: true });
  expect(cutUnread("a </private> b", true)).toEqual({ text: " b", cut: ["private text"] });
});

test.each([
  "a <private/> b",
  "private class A<T> {}",
  "a </private> b",
  "a <privateer> b",
  `the word <${memoryFence}> in a line`,
  "Why does <system-reminder> stand in my log? Never log it.",
  "See # AGENTS.md instructions for the rest.",
  "</system-reminder>",
  "plain",
  "",
])("%j is read as it is", (said) => {
  expect(cutUnread(said)).toEqual({ text: said, cut: [] });
});

test("several kinds are cut from one text, each told once", () => {
  const said = "<private>a</private>x<private>b</private>\n<system-reminder>c</system-reminder>";
  expect(cutUnread(said)).toEqual({ text: "x\n", cut: ["private text", "blocks of the host"] });
});

describe("hostile text takes no longer than other text", () => {
  const n = 400_000;
  test.each([
    ["private tags that open", "<private>".repeat(n)],
    ["private tags with quotes", `<private "<private" '`.repeat(n / 8)],
    ["private tags with escaped quotes", `<private ${'\\"a" '.repeat(n)}`],
    ["private tags with blanks", `< ${" ".repeat(18)}`.repeat(n / 8)],
    ["invisible characters", `<p${"\u200b".repeat(n)}`],
    ["private tags that close", `<private>${"</private>".repeat(n)}`],
    ["private tags with attributes", "<private ".repeat(n)],
    ["carriage returns before a fence", `<${memoryFence}${"\r".repeat(n)}`],
    ["blanks before a tag", `<system-reminder>${" ".repeat(n)}<system-reminder`],
    ["a heading and blanks", `# AGENTS.md instructions for ${" ".repeat(n)}`],
    ["a heading and line ends", `# AGENTS.md instructions for x\n${"\n \r".repeat(n)}`],
    ["headings", "# AGENTS.md instructions\n".repeat(n)],
    ["fences that don't end", `<${memoryFence} ${"> ".repeat(n)}x`],
    ["host tags", "<system-reminder>\n".repeat(n)],
  ])("%s", (_, text) => {
    const start = process.cpuUsage();
    cutUnread(text);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
  });
});
