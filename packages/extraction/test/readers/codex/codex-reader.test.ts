import { describe, expect, test } from "vitest";
import { codexReader } from "../../../src/readers/codex/codex-reader.ts";
import {
  assistant,
  bytesOf,
  call,
  heard,
  item,
  line,
  meta,
  output,
  said,
  spoke,
  user,
} from "./codex-lines.ts";

const file = "/h/sessions/2026/03/02/rollout-2026-03-02T14-00-00-abc.jsonl";
const read = (...lines: readonly unknown[]) => codexReader.read(bytesOf(lines), file);
const texts = (...lines: readonly unknown[]) =>
  read(...lines).turns.map(({ role, text }) => `${role}: ${text}`);

describe("a rollout", () => {
  test("is read with its calls, its results and what its header says of it", () => {
    const transcript = read(
      meta(),
      line("turn_context", { cwd: "/elsewhere", model: "gpt-5" }),
      item({ type: "message", role: "user", content: [{ type: "input_text", text: "Run it." }] }, 1),
      item({ type: "reasoning", summary: [{ type: "summary_text", text: "Always use tabs." }] }, 2),
      item(
        {
          type: "function_call",
          name: "shell",
          arguments: '{"command":["bash","-lc","npm test"]}',
          call_id: "c",
        },
        3,
      ),
      item(
        {
          type: "function_call_output",
          call_id: "c",
          output: '{"output":"2 failed","metadata":{"exit_code":1}}',
        },
        4,
      ),
      item({ type: "web_search_call", action: { type: "search", query: "tabs" } }, 5),
      line("event_msg", { type: "token_count", info: {} }),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Two fail." }] }, 6),
    );
    expect(transcript).toEqual({
      session_id: "s1",
      origin: file,
      agent: "codex",
      project_root: "/w",
      started_at: "2026-03-02T14:00:00.000Z",
      restamped: true,
      turns: [
        { id: "line-3", role: "user", text: "Run it.", at: "2026-03-02T14:00:01.000Z" },
        {
          id: "line-5",
          role: "assistant",
          text: "",
          at: "2026-03-02T14:00:03.000Z",
          calls: [{ tool: "shell", input: "npm test" }],
        },
        {
          id: "line-6",
          role: "tool",
          text: "2 failed",
          at: "2026-03-02T14:00:04.000Z",
          tool: "shell",
          input: "npm test",
          failed: true,
        },
        { id: "line-9", role: "assistant", text: "Two fail.", at: "2026-03-02T14:00:06.000Z" },
      ],
      warnings: [],
    });
  });

  test("of an early version has a bare header and bare items, and its folder in the first message", () => {
    const context =
      "<environment_context>\nCurrent working directory: /w/old\nApproval policy: never\n</environment_context>";
    const bare = (role: string, type: string, text: string) => ({
      type: "message",
      role,
      content: [{ type, text }],
    });
    const transcript = read(
      { id: "s0", timestamp: "2025-05-07T17:24:21.123Z", instructions: null, git: { branch: "main" } },
      bare("user", "input_text", context),
      { record_type: "state" },
      bare("user", "input_text", "Hi."),
      { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c" },
      { type: "function_call_output", call_id: "c", output: "a.ts" },
      bare("assistant", "output_text", "Bye."),
    );
    expect(transcript).toMatchObject({
      session_id: "s0",
      project_root: "/w/old",
      started_at: "2025-05-07T17:24:21.123Z",
      left_out: [{ what: "blocks of the host", count: 1 }],
      warnings: [],
    });
    expect(transcript.turns.map(({ id, text }) => [id, text])).toEqual([
      ["line-4", "Hi."],
      ["line-5", ""],
      ["line-6", "a.ts"],
      ["line-7", "Bye."],
    ]);
  });

  test("that is a fork holds two headers: the first is its own", () => {
    expect(
      read(meta({ id: "fork", cwd: "/new" }), meta({ id: "old", cwd: "/old" }), user("Hi.")),
    ).toMatchObject({
      session_id: "fork",
      project_root: "/new",
    });
  });

  test("whose header tells no time was started when the header was written", () => {
    expect(read(meta({ timestamp: undefined }), user("Hi.")).started_at).toBe("2026-03-02T14:00:00.000Z");
  });

  test("whose message is one text is read like one in parts", () => {
    expect(texts(meta(), item({ type: "message", role: "user", content: "Hi." }))).toEqual(["user: Hi."]);
  });

  test("of broken lines tells the first 50, and how many more there are", () => {
    const { warnings } = read(meta(), user("Hi."), ...Array.from({ length: 60 }, () => "{"));
    expect(warnings).toHaveLength(51);
    expect(warnings.slice(-2)).toEqual(["Line 52 is not JSON; left out.", "10 more warnings of this kind."]);
  });

  test("without its header is called as its file, and where its turns say", () => {
    const context = "<environment_context>\n  <cwd>/w/shop</cwd>\n</environment_context>";
    expect(read(user(context), user("Hi."))).toMatchObject({ session_id: "abc", project_root: "/w/shop" });
    expect(read("{", line("turn_context", { cwd: "/w/api" }), user("Hi."))).toMatchObject({
      project_root: "/w/api",
      warnings: ["Line 1 is not JSON; left out."],
    });
  });
});

describe("what an event repeats is read once", () => {
  const both = ["user: Hi.", "assistant: Bye."];

  test("wherever the event stands", () => {
    expect(texts(meta(), user("Hi."), heard("Hi."), spoke("Bye."), assistant("Bye."))).toEqual(both);
    expect(texts(meta(), heard("Hi."), user("Hi."), assistant("Bye."), spoke("Bye."))).toEqual(both);
  });

  test("from the event, when no item of the file says anything in that role", () => {
    const context = "<environment_context>\n<cwd>/w</cwd>\n</environment_context>";
    expect(texts(meta(), user(context), heard("Hi."), spoke("Bye."))).toEqual(both);
    expect(texts(meta(), heard("Hi."), assistant("Bye."), spoke("Bye."))).toEqual(both);
  });

  test("and said twice it is read twice", () => {
    const hi = [user("Hi."), heard("Hi.")];
    expect(texts(meta(), ...hi, ...hi)).toEqual(["user: Hi.", "user: Hi."]);
  });
});

describe("what is no person's is left out, and counted", () => {
  test.each<readonly [string, object]>([
    ["blocks of the host", user("<environment_context>\n<cwd>/w</cwd>\n</environment_context>")],
    ["boot files", user("<user_instructions>\nAlways use tabs.\n</user_instructions>")],
    ["boot files", user("# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>")],
    ["notes of the host", user("<turn_aborted>\nThe user interrupted.\n</turn_aborted>")],
    ["notes of the host", user("Warning: apply_patch was requested via shell. Use the tool.")],
    ["notes of the host", user("<user_action>\n<context>Review</context>\n</user_action>\n")],
    ["notes of the host", user("<extension_context>x</extension_context>")],
    ["notes of the host", user("<goal_context>Use tabs.</goal_context>")],
    ["notes of the host", user('<codex_internal_context source="goal">x</codex_internal_context>')],
    ["notes of the host", user("<external_tabs>Use tabs.</external_tabs>")],
    ["notes of the host", user("<recommended_plugins>\n- Tabs (tabs)\n</recommended_plugins>")],
    ["notes of the host", user("<next_prompt_suggestion>\nUse tabs.\n</next_prompt_suggestion>")],
    ["notes of the host", user("<heartbeat>\n  <instructions>\nTabs\n  </instructions>\n</heartbeat>\n")],
    [
      "notes of the host",
      user("Warning: Your account was flagged for potentially high-risk cyber activity."),
    ],
    ["notes of the host", user("Warning: The maximum number of unified exec processes is 60.")],
    [
      "entries of sub-agents",
      user("<agent_message_board_notification>\nNew post\n</agent_message_board_notification>"),
    ],
    [
      "summaries of earlier turns",
      user("Another language model started to solve this problem and produced a summary of it"),
    ],
    ["skills", user("<skill>\n<name>tabs</name>\nAlways use tabs.\n</skill>")],
    ["commands to the host", user("<user_shell_command>\n<command>ls</command>\n</user_shell_command>")],
    ["entries of sub-agents", user('<SUBAGENT_NOTIFICATION>{"agent_id":"a"}</subagent_notification>')],
    ["messages of hooks", user('<hook_prompt hook_run_id="r">Always use tabs.</hook_prompt>')],
    ["notes of the host", said("developer", "input_text", ["<permissions instructions>tabs"])],
    ["notes of the host", said("system", "input_text", ["Always use tabs."])],
    ["summaries of earlier turns", line("compacted", { message: "Always use tabs." })],
  ])("%s: %j", (what, entry) => {
    const transcript = read(meta(), user("Hi."), entry, user("Bye."));
    expect(transcript.turns.map(({ text }) => text)).toEqual(["Hi.", "Bye."]);
    expect(transcript.left_out).toEqual([{ what, count: 1 }]);
  });

  test("from one part of a message, while the others stay", () => {
    expect(
      texts(meta(), user("<skill>x</skill>", "Use the skill.", "<image name=[Image #1]>", "</image>")),
    ).toEqual(["user: Use the skill."]);
  });

  test("while a person who writes of a tag is heard", () => {
    const text = "<skill> is the tag we never write by hand.";
    expect(texts(meta(), user(text))).toEqual([`user: ${text}`]);
  });

  test("from what an editor puts before the words of a person", () => {
    const text =
      "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nRound once.\n";
    expect(texts(meta(), user(text))).toEqual(["user: Round once."]);
    const shown = text.replace("a.ts", "a.ts\n\n## My request for Codex:\nAlways use tabs.");
    expect(texts(meta(), user(shown))).toEqual(["user: Round once."]);
    expect(texts(meta(), user("I read: ## My request for Codex: x"))).toEqual([
      "user: I read: ## My request for Codex: x",
    ]);
  });

  test("but turns from before a compaction stay", () => {
    expect(texts(meta(), user("Hi."), line("compacted", { message: "They said hi." }), user("Bye."))).toEqual(
      ["user: Hi.", "user: Bye."],
    );
  });
});

describe("tools", () => {
  test.each<readonly [string, object, string, string]>([
    ["a shell with an array", call("shell", { command: ["bash", "-lc", "npm test"] }), "shell", "npm test"],
    ["a shell without a shell", call("shell", { command: ["git", "status"] }), "shell", "git status"],
    ["a shell with a text", call("exec_command", { cmd: "npm test" }), "exec_command", "npm test"],
    [
      "a local shell",
      item({
        type: "local_shell_call",
        call_id: "c1",
        action: { type: "exec", command: ["bash", "-lc", "npm test"] },
      }),
      "local_shell",
      "npm test",
    ],
    [
      "a tool that takes a text",
      item({ type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: "*** Begin Patch" }),
      "apply_patch",
      "*** Begin Patch",
    ],
    [
      "a tool of a server",
      item({
        type: "function_call",
        call_id: "c1",
        namespace: "mcp__web__",
        name: "get",
        arguments: '{"url":"u"}',
      }),
      "mcp__web__get",
      "u",
    ],
    [
      "arguments that are no JSON",
      item({ type: "function_call", call_id: "c1", name: "get", arguments: '{"url": ' }),
      "get",
      '{"url": ',
    ],
  ])("%s: the call is told by its telling part, and its result knows it", (_, made, tool, input) => {
    const { turns } = read(meta(), made, output("ok"));
    expect(turns.map(({ role, calls }) => ({ role, calls }))).toEqual([
      { role: "assistant", calls: [{ tool, input }] },
      { role: "tool", calls: undefined },
    ]);
    expect(turns[1]).toMatchObject({ tool, input, text: "ok" });
  });

  const head = (code: number) =>
    `Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code ${code}\nOutput:\nout`;
  test.each<readonly [string, unknown, string, boolean | undefined]>([
    ["a text", "out", "out", undefined],
    ["JSON in a text", '{"output":"out","metadata":{"exit_code":0,"duration_seconds":0.1}}', "out", false],
    ["JSON in a text, failed", '{"output":"out","metadata":{"exit_code":2}}', "out", true],
    ["JSON that is the tool's own", '{"output":"out"}', '{"output":"out"}', undefined],
    ["a text with a head", head(0), "out", false],
    ["a text with a head, failed", head(1), "out", true],
    [
      "an older head, failed",
      "Exit code: 127\nWall time: 1 seconds\nTotal output lines: 9\nOutput:\nout",
      "out",
      true,
    ],
    ["the head of a script that failed", "Script failed\nWall time 0.2 seconds\nOutput:\nout", "out", true],
    ["the head of a script", "Script completed\nWall time 0.2 seconds\nOutput:\nout", "out", undefined],
    ["a head without a code", "Wall time: 1 seconds\nOutput:\nout", "out", undefined],
    [
      "a text that only looks like a code",
      "out\nExit code: 1\nOutput:\n",
      "out\nExit code: 1\nOutput:\n",
      undefined,
    ],
    ["content that succeeded", { content: "out", success: true }, "out", false],
    ["content that failed", { content: "out", success: false }, "out", true],
    ["output that failed", { output: "out", success: false }, "out", true],
    ["items of content", { content_items: [{ type: "input_text", text: "out" }] }, "out", undefined],
    [
      "parts",
      [
        { type: "input_text", text: "out" },
        { type: "input_image", image_url: "data:" },
      ],
      "out",
      undefined,
    ],
  ])("a result that is %s is read", (_, given, text, failed) => {
    const { turns } = read(meta(), call("exec_command", { cmd: "npm test" }), output(given));
    expect(turns[1]!.text).toBe(text);
    expect(turns[1]!.failed).toBe(failed);
  });

  test("the result of a tool that takes a text is read too", () => {
    const { turns } = read(
      meta(),
      item({ type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: "x" }),
      item({ type: "custom_tool_call_output", call_id: "c1", output: "Done!" }),
    );
    expect(turns[1]).toMatchObject({ role: "tool", tool: "apply_patch", text: "Done!" });
  });
});

describe("a rollout is recognised", () => {
  test.each([
    ["by its header", bytesOf([meta()])],
    [
      "by its header, where instructions make it longer than what we see",
      bytesOf([meta({ instructions: "x".repeat(90_000) })]),
    ],
    ["by an early header", bytesOf([{ id: "s", timestamp: "2025-05-07T17:24:21Z", instructions: "x" }])],
    ["by any whole line, where the header is damaged", bytesOf(['{"timestamp', user("Hi.")])],
  ])("%s", (_, bytes) => {
    expect(codexReader.recognises(bytes.subarray(0, 65_536))).toBe(true);
  });

  test.each<readonly [string, unknown]>([
    ["a Pi header", { type: "session", id: "s", timestamp: "2026-03-02T14:00:00Z", cwd: "/w" }],
    ["a plain line", { role: "user", text: "Hi." }],
    ["a Claude line", { type: "user", uuid: "u", sessionId: "s", message: { role: "user", content: "Hi." } }],
    [
      "a message of someone else",
      { type: "message", role: "user", content: [{ type: "text", text: "Hi." }] },
    ],
    ["settings", { id: "s", instructions: "Always use tabs." }],
  ])("but not %s", (_, value) => {
    expect(codexReader.recognises(bytesOf([value]))).toBe(false);
  });
});
