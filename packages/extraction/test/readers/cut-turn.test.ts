import { requestMark } from "@holdfast/schema";
import { describe, expect, test } from "vitest";
import { type Cut, turnCutter } from "../../src/readers/cut-turn.ts";

/** What becomes of the answer to a call. */
function answerOf(tool: string, input: unknown, text = "out"): Cut {
  const cut = turnCutter();
  cut({ id: "a", role: "assistant", text: "", calls: [{ id: "c", tool, input }] });
  return cut({ id: "b", role: "tool", text, answers: "c" });
}

/** What becomes of an assistant's entry that only calls. */
function callOf(tool: string, input: unknown): Cut {
  return turnCutter()({ id: "a", role: "assistant", text: "", calls: [{ id: "c", tool, input }] });
}

const inputOf = (tool: string, input: unknown) => callOf(tool, input).turn?.calls?.[0]?.input;
const bash = (command: string) => answerOf("bash", { command });

test("a request of ours to the agent is no word of a person", () => {
  const raw = { id: "1", role: "user", text: `${requestMark} Consolidate memory: always use tabs.` } as const;
  expect(turnCutter()(raw)).toEqual({ leftOut: "requests of Holdfast" });
});

describe("what is never read", () => {
  test.each([
    "save_to_memory",
    "recall_memory",
    "mcp__holdfast__recall_memory",
    "holdfast__save_to_memory",
    "mcp_holdfast_recall_memory",
    "holdfast.recall_memory",
  ])("what %s was given and answered", (tool) => {
    expect(callOf(tool, { lessons: ["x"] })).toEqual({ leftOut: "calls about memory" });
    expect(answerOf(tool, {})).toEqual({ leftOut: "results of memory tools" });
    expect(turnCutter()({ id: "b", role: "tool", text: "x", tool })).toEqual({
      leftOut: "results of memory tools",
    });
  });

  test("a memory tool is left out of a turn with words, and of other calls", () => {
    const cut = turnCutter();
    const calls = [
      { id: "c", tool: "recall_memory", input: { query: "tabs" } },
      { id: "d", tool: "bash", input: { command: "ls" } },
    ];
    expect(cut({ id: "a", role: "assistant", text: "Looking.", calls })).toEqual({
      turn: { id: "a", role: "assistant", text: "Looking.", calls: [{ tool: "bash", input: "ls" }] },
      cut: ["calls about memory"],
    });
  });

  test.each(["my_recall_memory_test", "save_to_memory_later", "memory"])("%s is no tool of ours", (tool) => {
    expect(answerOf(tool, {}).turn?.text).toBe("out");
  });

  test.each([
    "holdfast recall tabs",
    "holdfast",
    "cd /w && holdfast list --json | jq .",
    "npm test; holdfast recall x",
    "echo tabs | xargs holdfast recall",
    "HOLDFAST_DIR=/x holdfast list",
    "sudo -E holdfast list",
    "timeout 5 holdfast list",
    "/usr/local/bin/holdfast list",
    "npx holdfast list",
    "npx -y holdfast@latest list",
    "pnpm dlx holdfast list",
    "npm exec -- holdfast list",
    "bunx holdfast list",
    "node ../holdfast/dist/main.js list",
    "node --no-warnings apps/holdfast/dist/main.js recall x",
    "npx tsx apps/holdfast/src/main.ts recall x",
    "x=$(holdfast recall tabs)",
    "bash -lc 'holdfast recall tabs'",
    "if true; then holdfast list; fi",
    "wc -c <<<word\nholdfast list",
    'echo "$(holdfast recall tabs)"',
    'echo "`holdfast recall tabs`"',
    'echo "a $( (cd x); holdfast list) b"',
    'bash -c "cd x; holdfast recall tabs"',
    "bash -o pipefail -c 'holdfast list'",
    "bash -c \"bash -c 'holdfast list'\"",
    "eval 'holdfast list'",
    "bash <<EOF\nholdfast list\nEOF",
    "sudo -u bob -E holdfast list",
    "env -i -u HOME A=b holdfast list",
    "watch -n 5 holdfast list",
    "watch -n 5 'holdfast list | head'",
    "stdbuf -o L holdfast list",
    "docker exec -it -u root box holdfast list",
    "docker compose exec app holdfast list",
    "kubectl exec pod -- holdfast list",
    "ssh -p 22 host holdfast list",
    "ssh host 'cd x && holdfast list'",
    "find . -name x -exec holdfast show {} \\;",
    "xargs -I {} holdfast show {}",
    "HF=holdfast; $HF list",
    "alias h='npx holdfast'\nh list",
    "M=apps/holdfast/dist/main.js; node $M list",
    "X=/w/apps/holdfast; node $X/dist/main.js list",
    "cd apps/holdfast && node dist/main.js list",
    "./apps/holdfast/dist/main.js list",
    "hold''fast list",
    "HOLDFAST.EXE list",
    "# don't\nholdfast list",
    "echo '<<EOF'\nholdfast list",
    "echo $((1<<2))\nholdfast list\n2",
    "python3 -c \"import os; os.system('holdfast list')\"",
    `${" ".repeat(30_000)}holdfast list`,
    `cat > a <<A\n${"x".repeat(30_000)}\nA\nholdfast list`,
  ])("the output of our own command: %s", (command) => {
    expect(bash(command)).toEqual({ leftOut: "Holdfast's own output" });
  });

  test.each([
    "grep holdfast src",
    "grep -rn 'holdfast recall' docs",
    "echo holdfast recall",
    "cd holdfast && npm test",
    "git commit -m 'holdfast list works; npx holdfast too'",
    "npm install holdfast-client",
    "node scripts/holdfast.js",
    "cat <<'EOF' > notes.md\nholdfast recall tabs\nEOF",
    "ls packages/holdfast/dist/main.js",
    "npx vitest run holdfast",
    "sudo rm -r holdfast",
    "sudo -E grep holdfast src",
    "docker build -t holdfast .",
    "docker exec holdfast ls",
    "name=holdfast; cd $name",
    "# holdfast list",
    "which holdfast",
    "git commit -m \"$(cat <<'EOF'\nholdfast list\nEOF\n)\"",
  ])("but not of: %s", (command) => {
    expect(bash(command).turn?.text).toBe("out");
  });

  test("an agent's forms of a shell call are all seen", () => {
    const command = ["bash", "-lc", "cd x && holdfast recall tabs"];
    expect(answerOf("shell", { command })).toEqual({ leftOut: "Holdfast's own output" });
    expect(answerOf("exec_command", { cmd: "holdfast list" })).toEqual({ leftOut: "Holdfast's own output" });
    expect(answerOf("shell", { command: ["holdfast", "list"] })).toEqual({
      leftOut: "Holdfast's own output",
    });
    expect(answerOf("shell", "holdfast list")).toEqual({ leftOut: "Holdfast's own output" });
  });

  test.each<readonly [string, unknown]>([
    ["read", { path: ".pi/memory/lessons/a.md" }],
    ["Read", { file_path: "/w/.holdfast/ledger.jsonl" }],
    ["Grep", { pattern: "tabs", path: "/home/ada/.holdfast" }],
    ["Glob", { pattern: ".holdfast/**/*.md" }],
    ["LS", { path: "/w/.holdfast/lessons" }],
    ["read_many_files", { paths: ["a.ts", ".holdfast/lessons/a.md"] }],
    ["mcp__files__read_text_file", { path: "C:\\w\\.pi\\memory\\runs.jsonl" }],
    ["bash", { command: "cat .holdfast/lessons/*.md" }],
    ["bash", { command: "ls -la ~/.holdfast" }],
    ["bash", { command: 'grep -r tabs "/w/.pi/memory"' }],
    ["bash", { command: "cd .holdfast/lessons && head -3 a.md" }],
    ["bash", { command: "for f in .holdfast/lessons/*; do cat $f; done" }],
    ["shell", { command: ["cat", "a.md"], workdir: "/w/.holdfast/lessons" }],
    ["Edit", { file_path: ".holdfast/lessons/a.md", old_string: "x", new_string: "y" }],
    ["Write", { file_path: "/w/.Holdfast/lessons/a.md", content: "x" }],
    ["apply_patch", "*** Begin Patch\n*** Update File: .holdfast/lessons/a.md\n@@\n-x\n+y\n*** End Patch"],
    ["apply_patch", { input: "*** Add File: .pi/memory/lessons/a.md\n+y" }],
    ...[
      "python3 -c 'print(open(\".holdfast/lessons/a.md\").read())'",
      "while read l; do echo $l; done < .holdfast/lessons/a.md",
      "D=.holdfast; cat $D/lessons/*",
      'cat ".hold""fast/lessons/a.md"',
      "cat .hold\\\nfast/lessons/a.md",
      "cat .HOLDFAST/lessons/a.md",
      "cat .hold*/lessons/*",
      "cat .[h]oldfast/lessons/*",
      "cat .{holdfast,git}/x",
      "cat .?oldfast/x",
      "find . -path '*holdfast*' -exec cat {} +",
      "git log -p -- .holdfast",
      "cat .pi/./memory//a.md",
      "cat .pi/*/lessons/a.md",
      "cd .pi && cat memory/lessons/a.md",
      "cat $HOLDFAST_DIR/lessons/a.md",
      `${" ".repeat(30_000)}cat .holdfast/lessons/a.md`,
      "git add .holdfast",
      "cd .holdfast; cd ..; cat a.ts",
    ].map((command) => ["bash", { command }] as const),
  ])("what stands in a memory folder: %s %j", (tool, input) => {
    expect(answerOf(tool, input)).toEqual({ leftOut: "memory files" });
  });

  test.each<readonly [string, unknown]>([
    ["Grep", { pattern: "\\.holdfast/", path: "src" }],
    ["Read", { file_path: "/w/.holdfastrc" }],
    ["Read", { file_path: "/w/holdfast/src/a.ts" }],
    ["bash", { command: "grep -rn holdfast src" }],
    ["bash", { command: "grep -rn 'x.*holdfast' src" }],
    ["bash", { command: "cat .holdfastrc a.holdfast" }],
    ["bash", { command: "ls .pi; cat src/memory.ts" }],
    ["bash", { command: "cat .pi/settings.json" }],
  ])("but not: %s %j", (tool, input) => {
    expect(answerOf(tool, input).turn?.text).toBe("out");
  });

  test.each([
    '{"candidate_id":"cand_1","fate":"duplicate"}\n',
    '{"kind":"run","run_id":"run_1"}\n',
    '{"key":"abc","session_id":"s"}\n',
  ])("our own logs, wherever the store is: %j", (line) => {
    for (const name of ["ledger.jsonl", "runs.jsonl", "consolidated.jsonl"]) {
      expect(answerOf("read", { path: `/mnt/store/${name}` }, line)).toEqual({ leftOut: "memory files" });
      expect(answerOf("bash", { command: `tail -5 /mnt/store/${name}` }, line)).toEqual({
        leftOut: "memory files",
      });
    }
  });

  test("a ledger of someone else is read", () => {
    expect(answerOf("read", { path: "books/ledger.jsonl" }, '{"amount":3}').turn?.text).toBe('{"amount":3}');
  });

  test.each<readonly [string, unknown]>([
    ["read", { path: "AGENTS.md" }],
    ["Read", { file_path: "/w/CLAUDE.md" }],
    ["Read", { file_path: "/w/CLAUDE.local.md" }],
    ["read_file", { absolute_path: "/w/GEMINI.md" }],
    ["view", { path: "/w/.cursorrules" }],
    ["str_replace_based_edit_tool", { command: "view", path: "/w/AGENTS.md" }],
    ["Read", { file_path: "/w/.github/copilot-instructions.md" }],
    ["bash", { command: "cat AGENTS.md" }],
    ["bash", { command: "sed -n '1,200p' packages/a/AGENTS.md" }],
    ["bash", { command: "cat README.md 'CLAUDE.md' | head -50" }],
    ["bash", { command: "git show HEAD:AGENTS.md" }],
    ["bash", { command: "git diff HEAD~1 -- AGENTS.md" }],
    ["bash", { command: "git log -p -- AGENTS.md" }],
    ["bash", { command: "cat <AGENTS.md" }],
    ["bash", { command: "diff a.md AGENTS.md" }],
    ["bash", { command: "grep -n tabs AGENTS.md" }],
  ])("boot files: %s %j", (tool, input) => {
    expect(answerOf(tool, input)).toEqual({ leftOut: "boot files" });
  });

  test.each<readonly [string, unknown]>([
    ["Grep", { pattern: "AGENTS.md", path: "src" }],
    ["bash", { command: "grep -rn AGENTS.md src" }],
    ["bash", { command: "ls AGENTS.md" }],
    ["bash", { command: "git log --oneline -- AGENTS.md" }],
    ["bash", { command: "git add AGENTS.md && git commit -m x" }],
    ["Edit", { file_path: "AGENTS.md", old_string: "a", new_string: "b" }],
    ["read", { path: "docs/MY-AGENTS.md" }],
  ])("but not: %s %j", (tool, input) => {
    expect(answerOf(tool, input).turn?.text).toBe("out");
  });

  test("private text in what a tool was given, even where it is cut short there", () => {
    expect(callOf("bash", { command: "echo <private>x</private> y" })).toEqual({
      turn: { id: "a", role: "assistant", text: "", calls: [{ tool: "bash", input: "echo  y" }] },
      cut: ["private text"],
    });
    expect(
      inputOf("bash", { command: `echo ${"x".repeat(250)}<private>${"s".repeat(100)}</private>` }),
    ).not.toContain("s");
    expect(inputOf("other", { note: "<private>x</private>" })).toBe('{"note":""}');
    expect(callOf("a<private>x</private>", {}).turn?.calls?.[0]?.tool).toBe("a");
    expect(turnCutter()({ id: "b", role: "tool", text: "x", tool: "a<private>x" }).turn?.tool).toBe("a");
  });

  test("an entry of which nothing is left says why; one that said nothing does not", () => {
    const cut = turnCutter();
    expect(cut({ id: "a", role: "user", text: "<private>x</private>" })).toEqual({ leftOut: "private text" });
    expect(cut({ id: "a", role: "tool", text: "<private>x</private>\n" })).toEqual({
      leftOut: "private text",
    });
    expect(cut({ id: "a", role: "assistant", text: " \n" })).toEqual({});
    expect(cut({ id: "a", role: "tool", text: "" })).toEqual({});
  });
});

describe("a private block that is not closed", () => {
  const said = (id: string, text: string, role: "user" | "assistant" = "user") => ({ id, role, text });

  test("reaches to the tag that closes it in the next turn of the same role", () => {
    const cut = turnCutter();
    expect(cut(said("1", "a <private>b")).turn?.text).toBe("a ");
    expect(cut(said("2", "Fine. </private>", "assistant")).turn?.text).toBe("Fine. </private>");
    expect(cut(said("3", "c</private> d"))).toMatchObject({ turn: { text: " d" }, cut: ["private text"] });
    expect(cut(said("4", "e</private> f")).turn?.text).toBe("e</private> f");
  });

  test("reaches to the end of its own turn where the next one does not close it", () => {
    const cut = turnCutter();
    cut(said("1", "a <private>b"));
    expect(cut(said("2", "c")).turn?.text).toBe("c");
    expect(cut(said("3", "d</private>e")).turn?.text).toBe("d</private>e");
  });

  test("is closed in every version of an entry", () => {
    const cut = turnCutter();
    cut(said("1", "a <private>b"));
    for (const more of ["", "!"]) expect(cut(said("2", `c</private>d${more}`)).turn?.text).toBe(`d${more}`);
  });
});

describe("a result", () => {
  test("tells which tool gave it, on what, and whether it failed", () => {
    const cut = turnCutter();
    const at = "2026-03-02T14:00:00.000Z";
    const calls = [
      { id: "c", tool: "bash", input: { command: "npm test" } },
      { id: "d", tool: "read", input: { path: "a.ts" } },
    ];
    cut({ id: "a", role: "assistant", text: "", calls });
    expect(cut({ id: "y", role: "tool", text: "x", answers: "d", failed: false, at })).toEqual({
      turn: {
        id: "y",
        role: "tool",
        text: "x",
        at,
        tool: "read",
        input: "a.ts",
        failed: false,
        shows_file: true,
      },
    });
    expect(cut({ id: "x", role: "tool", text: "x", answers: "c", failed: true })).toEqual({
      turn: { id: "x", role: "tool", text: "x", tool: "bash", input: "npm test", failed: true },
    });
    expect(cut({ id: "z", role: "tool", text: "x", answers: "nowhere", tool: "other" })).toEqual({
      turn: { id: "z", role: "tool", text: "x", tool: "other" },
    });
    expect(cut({ id: "z", role: "tool", text: "x" }).turn?.tool).toBe("unknown");
  });

  test.each<readonly [string, unknown]>([
    ["read", { path: "a.ts" }],
    ["Read", { file_path: "a.ts" }],
    ["read_file", { path: "a.ts" }],
    ["view", { path: "a.ts" }],
    ["Grep", { pattern: "x" }],
    ["search_file_content", { pattern: "x" }],
    ["bash", { command: "cat a.ts" }],
    ["bash", { command: "cd x && head -20 a.ts | nl" }],
    ["bash", { command: "tail -n 5 a.ts; sed -n '1,5p' b.ts" }],
    ["bash", { command: "bat a.ts 2>&1" }],
    ["bash", { command: "rg -n foo" }],
    ["shell", { command: ["bash", "-lc", "cat a.ts"] }],
  ])("shows a file: %s %j", (tool, input) => {
    expect(answerOf(tool, input).turn?.shows_file).toBe(true);
  });

  test.each<readonly [string, unknown]>([
    ["bash", { command: "npm test" }],
    ["bash", { command: "npm test 2>&1 | tail -20" }],
    ["bash", { command: "ps aux | grep node" }],
    ["bash", { command: "cat a.ts; npm test" }],
    ["bash", { command: "sed -i s/a/b/ a.ts" }],
    ["bash", { command: "cat" }],
    ["Glob", { pattern: "*.ts" }],
    ["Edit", { file_path: "a.ts" }],
    ["WebFetch", { url: "https://example.org" }],
  ])("does not: %s %j", (tool, input) => {
    expect(answerOf(tool, input).turn).not.toHaveProperty("shows_file");
  });

  test("keeps 4,000 characters, beginning and end, and a line that says what is missing", () => {
    const text = `first ${"x".repeat(9_989)} last`;
    const { turn } = answerOf("bash", { command: "yes" }, text);
    expect(turn).toMatchObject({ shortened: 6_000 });
    expect(turn?.text).toBe(
      `${text.slice(0, 2_000)}\n[... 6,000 characters left out ...]\n${text.slice(-2_000)}`,
    );
    expect(answerOf("bash", {}, "x".repeat(4_000)).turn).not.toHaveProperty("shortened");
    expect(answerOf("bash", {}, "x".repeat(4_040)).turn).not.toHaveProperty("shortened");
    expect(answerOf("bash", {}, "x".repeat(4_100)).turn?.shortened).toBe(100);
  });

  test("is cut between code points", () => {
    for (const before of ["", "x"]) {
      const { turn } = answerOf("bash", {}, `${before}${"🙂".repeat(4_000)}`);
      expect(turn?.text.isWellFormed()).toBe(true);
      expect(turn!.text.replace(/\n\[.*\]\n/u, "").length + turn!.shortened!).toBe(before.length + 8_000);
    }
  });
});

describe("what a tool was given is told by its telling part", () => {
  test.each<readonly [unknown, string]>([
    [{ command: "ls", path: "x", timeout: 3 }, "ls"],
    [{ command: ["bash", "-lc", "ls | wc"] }, "ls | wc"],
    [{ command: ["ls", "-la"] }, "ls -la"],
    [{ path: "a.ts", content: "x".repeat(5_000) }, "a.ts"],
    [{ file_path: "a.ts", old_string: "x" }, "a.ts"],
    [{ pattern: "*.ts" }, "*.ts"],
    [{ query: "tabs" }, "tabs"],
    [{ url: "https://example.org", prompt: "x" }, "https://example.org"],
    [{ command: 7, todos: [] }, '{"command":7,"todos":[]}'],
    ["*** Begin Patch", "*** Begin Patch"],
    [undefined, ""],
    [null, "null"],
  ])("%j as %j", (input, told) => {
    expect(inputOf("some_tool", input)).toBe(told);
  });

  test("in at most 300 characters, whole code points", () => {
    expect(inputOf("other", { what: "x".repeat(5_000) })).toHaveLength(300);
    expect(inputOf("bash", { command: `x${"🙂".repeat(300)}` })?.isWellFormed()).toBe(true);
  });

  test("and nothing, where it nests deeper than the stack", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(inputOf("other", { deep })).toBe("");
  });
});

test("what a person or an agent said is never shortened", () => {
  const text = "word ".repeat(100_000);
  for (const role of ["user", "assistant"] as const)
    expect(turnCutter()({ id: "a", role, text }).turn?.text).toBe(text);
});

describe("hostile commands take no longer than others", () => {
  const n = 300_000;
  test.each([
    ["quotes", "'\"".repeat(n)],
    ["backslashes", `"${"\\".repeat(n)}`],
    ["separators", ";|&".repeat(n)],
    ["here-documents", "cat <<A\n".repeat(n)],
    ["half here-documents", "<".repeat(n)],
    ["folders", `node ${"holdfast/".repeat(n)}x`],
    ["shells", "bash -c ".repeat(n)],
    ["dollars", "$(".repeat(n)],
    ["backticks", "`x ".repeat(n / 4)],
    ["quoted substitutions", '"$('.repeat(n / 4)],
    ["our name", "x holdfast ".repeat(n / 4)],
    ["our command to be", `sudo ${"-u holdfas ".repeat(n / 4)}holdfast=`],
    ["variables", `A=b holdfast=c\n${"$A$A x\n".repeat(n / 4)}`],
    ["containers", `holdfast=1 ${"docker exec ".repeat(n / 4)}`],
    ["dots", ".h".repeat(n)],
    ["folders of Pi", ".pi/./".repeat(n)],
    ["sums", "$((1<<2 ".repeat(n / 4)],
    ["texts to run", `bash -c x; ${"'a b' ".repeat(n / 4)}`],
    ["code that runs", `system${" ".repeat(n)} ${"system ".repeat(n)}`],
  ])("%s", (_, command) => {
    const start = process.cpuUsage();
    bash(command);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
  });
});
