import { describe, expect, test } from "vitest";
import { geminiReader } from "../../../src/readers/gemini/gemini-reader.ts";
import { bytesOf, call, document, gemini, header, log, user } from "./gemini-messages.ts";

const readText = (text: string) => geminiReader.read(bytesOf(text), "/h/chats/session-x.json");
const read = (...messages: readonly unknown[]) => readText(document(messages));
const said = (text: string) => readText(text).turns.map(({ role, text }) => `${role}: ${text}`);
const [hi, bye] = [user("Hi.", { id: "hi" }), gemini("Bye.", { id: "bye" })];
const both = ["user: Hi.", "assistant: Bye."];

describe("a session", () => {
  const messages = [
    user([{ text: "Run it," }, { text: "please." }], { id: "a", timestamp: "2026-03-02T14:00:01.000Z" }),
    gemini("Running.", {
      id: "b",
      timestamp: "2026-03-02T14:00:02.000Z",
      thoughts: [{ subject: "Always use tabs.", description: "x" }],
      toolCalls: [
        call("run_shell_command", { command: "npm test" }, { output: "2 failed" }, { id: "c1" }),
        call("read_file", { file_path: "a.ts" }, { output: "const a = 1;" }, { id: "c2" }),
      ],
    }),
    { id: "i", timestamp: "2026-03-02T14:00:03.000Z", type: "info", content: "Always use tabs." },
    { id: "e", timestamp: "2026-03-02T14:00:03.000Z", type: "error", content: "Always use tabs." },
    { id: "w", timestamp: "2026-03-02T14:00:03.000Z", type: "warning", content: "Always use tabs." },
  ];
  const at = "2026-03-02T14:01:00.000Z";
  const whole = {
    session_id: "s1",
    origin: "/h/chats/session-x.json",
    agent: "gemini",
    started_at: "2026-03-02T14:00:00.000Z",
    turns: [
      { id: "a", role: "user", text: "Run it,\nplease.", at: "2026-03-02T14:00:01.000Z" },
      {
        id: "b",
        role: "assistant",
        text: "Running.",
        at: "2026-03-02T14:00:02.000Z",
        calls: [
          { tool: "run_shell_command", input: "npm test" },
          { tool: "read_file", input: "a.ts" },
        ],
      },
      {
        id: "b/1",
        role: "tool",
        text: "2 failed",
        at,
        tool: "run_shell_command",
        input: "npm test",
        failed: false,
      },
      {
        id: "b/2",
        role: "tool",
        text: "const a = 1;",
        at,
        tool: "read_file",
        input: "a.ts",
        failed: false,
        shows_file: true,
      },
    ],
    warnings: [],
  };

  test("is read with its calls, each with its result, and what its header says of it", () => {
    expect(readText(document(messages))).toEqual(whole);
  });

  test("is the same written on one line, or a record a line", () => {
    expect(readText(JSON.stringify({ ...header, messages }))).toEqual(whole);
    expect(readText(log(messages))).toEqual(whole);
  });

  test("keeps messages without an id, and two of the same id", () => {
    const { turns } = read(user("a", { id: undefined }), user("b", { id: "x" }), user("c", { id: "x" }));
    expect(turns.map(({ id, text }) => [id, text])).toEqual([
      ["message-1", "a"],
      ["x", "b"],
      ["x@message-3", "c"],
    ]);
  });

  test("without an id in it is called as its file", () => {
    expect(readText(`"x"\n${JSON.stringify(hi)}\n`).session_id).toBe("session-x");
  });
});

describe("records, line by line", () => {
  test("with the id of an earlier one take its place", () => {
    const started = gemini("On it.", { id: "g" });
    const toolCalls = [call("run_shell_command", { command: "ls" }, { output: "a.ts" })];
    const { turns } = readText(log([hi, started, bye, { ...started, toolCalls }]));
    expect(turns.map(({ id, text }) => [id, text])).toEqual([
      ["hi", "Hi."],
      ["g", "On it."],
      ["g/1", "a.ts"],
      ["bye", "Bye."],
    ]);
  });

  test("that take something back leave what was said", () => {
    expect(said(log([hi, bye, { $rewindTo: "hi" }, user("No.")]))).toEqual([...both, "user: No."]);
  });

  test("that change what the file says of itself are heard", () => {
    expect(readText(log([hi, { $set: { sessionId: "s2" } }])).session_id).toBe("s2");
  });

  test("that sum the history up say nothing of their own, and are counted", () => {
    const summary = user("<state_snapshot>Always use tabs.</state_snapshot>");
    const transcript = readText(
      log([hi, { $set: { messages: [summary, user("Masked.", { id: "hi" })] } }, bye]),
    );
    expect(transcript.turns.map(({ text }) => text)).toEqual(["Hi.", "Bye."]);
    expect(transcript.left_out).toEqual([{ what: "summaries of earlier turns", count: 1 }]);
  });

  test("that hold a history which stands nowhere else are read", () => {
    expect(said(log([{ $set: { messages: [hi, bye] } }]))).toEqual(both);
  });
});

describe("what is no person's is left out, and counted", () => {
  const files = [
    { text: "Read @a.ts" },
    { text: "\n--- Content from referenced files ---" },
    { text: "\nContent from @a.ts:\n" },
    { text: "Always use tabs." },
    { text: "\n--- End of content ---" },
  ];

  test.each<readonly [string, unknown]>([
    [
      "blocks of the host",
      user("This is the Gemini CLI. We are setting up the context for our chat.\nUse tabs."),
    ],
    ["blocks of the host", user([{ text: "<session_context>\nUse tabs.\n</session_context>" }])],
    ["summaries of earlier turns", user("<state_snapshot>\nUse tabs.\n</state_snapshot>")],
    ["messages of hooks", user([{ text: "<hook_context>Use tabs.</hook_context>" }])],
    ["notes of the host", user("System: Please continue.\n")],
    ["notes of the host", user("System: Potential loop detected. Details: tabs. Please take a step back")],
    ["commands to the host", user("/chat")],
    [
      "commands to the host",
      user("I ran the following shell command:\n```sh\nls\n```\n\nThis produced tabs"),
    ],
    ["files named in a message", user(files.slice(1))],
  ])("%s: %j", (what, entry) => {
    const transcript = read(hi, entry, bye);
    expect(transcript.turns.map(({ text }) => text)).toEqual(["Hi.", "Bye."]);
    expect(transcript.left_out).toEqual([{ what, count: 1 }]);
  });

  test("from beside the words of a person, which stay", () => {
    const { turns, left_out } = read(
      user(files),
      user([{ text: "Hi." }, { text: "<hook_context>x</hook_context>" }]),
    );
    expect(turns.map(({ text }) => text)).toEqual(["Read @a.ts", "Hi."]);
    expect(left_out).toHaveLength(2);
  });

  test("with all that stands in those files, also where one of them tells where files end", () => {
    const named = [...files.slice(0, 4), { text: "\n--- End of content ---" }, { text: "\nTabs." }];
    const text = document([user([...named, ...files.slice(2), { text: "\nNow." }])]);
    expect(said(text)[0]!.split(/\n+/u)).toEqual(["user: Read @a.ts", "Now."]);
  });

  test("so that what a person typed stands before what was made of it", () => {
    expect(
      said(document([user("Read @a.ts\nconst a", { displayContent: [{ text: "Read @a.ts" }] })])),
    ).toEqual(["user: Read @a.ts"]);
  });

  test("while words that only look like it stay", () => {
    for (const text of ["/usr/local is full.", "System: Please continue. Use tabs."])
      expect(said(document([user(text)]))).toEqual([`user: ${text}`]);
  });

  test("thoughts, files and answers to calls are no words", () => {
    const parts = [
      { text: "Hm.", thought: true },
      { inlineData: { data: "AAAA" } },
      { functionResponse: { name: "x", response: { output: "y" } } },
      "Bye.",
    ];
    expect(said(document([user(parts), gemini(parts)]))).toEqual(["user: Bye.", "assistant: Bye."]);
  });
});

describe("results of tools", () => {
  const results = (made: unknown) =>
    read(gemini("", { toolCalls: [made] })).turns.filter(({ role }) => role === "tool");
  const mcp = { content: [{ type: "text", text: "out" }, { type: "image" }] };

  test.each<readonly [string, unknown, string, boolean | undefined]>([
    ["output", call("x", {}, { output: "out" }), "out", false],
    ["an error", call("x", {}, { error: "no" }), "no", true],
    ["a failure by its status", call("x", {}, { output: "no" }, { status: "error" }), "no", true],
    [
      "cancelled",
      call("x", {}, { output: "[Operation Cancelled]" }, { status: "cancelled" }),
      "[Operation Cancelled]",
      true,
    ],
    ["without a status", call("x", {}, { output: "out" }, { status: undefined }), "out", undefined],
    ["a text", call("x", {}, null, { result: "out" }), "out", false],
    ["parts of text", call("x", {}, [{ text: "out" }, { inlineData: {} }, "more"]), "out\nmore", false],
    ["of a server", call("x", {}, mcp), "out", false],
    ["something else", call("x", {}, { found: 7 }), '{"found":7}', false],
    [
      "a command that failed",
      call("run_shell_command", {}, { output: "Output: no\nExit Code: 2" }),
      "Output: no\nExit Code: 2",
      true,
    ],
    [
      "a command that did not",
      call("run_shell_command", {}, { output: "Exit Code: 0" }),
      "Exit Code: 0",
      false,
    ],
    [
      "a command that tells of another's failure",
      call("run_shell_command", {}, { output: `Exit Code: 2\n${"ok\n".repeat(400)}` }),
      `Exit Code: 2\n${"ok\n".repeat(400)}`,
      false,
    ],
    [
      "a file that speaks of failure",
      call("read_file", {}, { output: "Exit Code: 2" }),
      "Exit Code: 2",
      false,
    ],
  ])("%s: read, and whether it failed", (_, made, text, failed) => {
    expect(results(made)).toEqual([
      expect.objectContaining({ role: "tool", tool: expect.any(String), text }),
    ]);
    expect(results(made)[0]!.failed).toBe(failed);
  });

  test("are none while a call has none", () => {
    expect(results(call("x", {}, {}, { result: undefined, status: "executing" }))).toEqual([]);
    expect(results(call("x", {}, {}, { result: null, status: "cancelled" }))).toEqual([]);
  });

  test("of other calls in the same list are not told twice", () => {
    const parts = ["c1", "c2"].map((id) => ({
      functionResponse: { id, response: { output: `out of ${id}` } },
    }));
    const toolCalls = ["c1", "c2"].map((id) => call("x", {}, parts, { id }));
    const { turns } = read(gemini("", { toolCalls }));
    expect(turns.slice(1).map(({ text }) => text)).toEqual(["out of c1", "out of c2"]);
  });

  test("of another id stay when there is none of the call's own, and what stands beside its own too", () => {
    const answer = (id: string) => ({ functionResponse: { id, response: { output: `out of ${id}` } } });
    expect(results(call("x", {}, [answer("c9")], { id: "c1" }))).toMatchObject([{ text: "out of c9" }]);
    expect(results(call("x", {}, [answer("c9")], { id: undefined }))).toMatchObject([{ text: "out of c9" }]);
    expect(
      results(call("x", {}, [answer("c1"), { text: "more" }, answer("c9")], { id: "c1" })),
    ).toMatchObject([{ text: "out of c1\nmore" }]);
  });

  test("that are nested deeper than the stack say nothing", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const text = document([hi, gemini("", { toolCalls: [call("x", {}, { found: "DEEP" })] }), bye]);
    expect(said(text.replace('"DEEP"', deep))).toEqual([both[0], "assistant: ", both[1]]);
  });

  test("know what was called where the call has no id", () => {
    const [result] = results(
      call("read_file", { file_path: "AGENTS.md" }, { output: "Use tabs." }, { id: undefined }),
    );
    expect(result).toBeUndefined();
    expect(
      results(call("grep_search", { pattern: "tabs" }, { output: "x" }, { id: undefined })),
    ).toMatchObject([{ tool: "grep_search", input: "tabs" }]);
  });
});

describe("damage costs only itself", () => {
  const messages = ["one", "two", "three", "four"].map((word, i) =>
    i % 2 === 0 ? user(`said "${word} ]} {[ \\`) : gemini(`said ${word}`),
  );
  const texts = messages.map(({ content }) => content);

  test.each([
    ["indented", document(messages, { summary: "x", kind: "main" })],
    ["on one line", JSON.stringify({ ...header, messages })],
    ["with a byte order mark", `\uFEFF${document(messages)}`],
  ])(
    "cut anywhere, %s, it gives the whole messages before the cut and says after which it breaks off",
    (_, text) => {
      const bytes = bytesOf(text);
      const ends = messages.map(
        ({ content }) => bytesOf(text.slice(0, text.indexOf(JSON.stringify(content)))).length,
      );
      for (let end = ends[0]!; end < bytesOf(text.trimEnd()).length; end++) {
        const transcript = geminiReader.read(bytes.subarray(0, end), "/h/x.json");
        const read = transcript.turns.map(({ text }) => text);
        expect(texts.slice(0, read.length)).toEqual(read);
        expect(read.length).toBeGreaterThanOrEqual(ends.filter((at) => at < end).length - 1);
        expect(transcript.warnings).toEqual([
          `The file breaks off after message ${read.length}; the rest is left out.`,
        ]);
        expect(transcript.session_id).toBe("s1");
      }
    },
  );

  test("a message that is no JSON, and one that is no message, cost only themselves, and a warning", () => {
    const text = document([...messages.slice(0, 2), 7, ...messages.slice(2)]).replace(
      '"content": "said two"',
      '"content" "said two"',
    );
    const transcript = readText(text);
    expect(transcript.turns.map(({ text }) => text)).toEqual([texts[0], texts[2], texts[3]]);
    expect(transcript.warnings).toEqual([
      "Message 2 is no message of a session; left out.",
      "Message 3 is no message of a session; left out.",
    ]);
  });

  test("more than 50 warnings are counted", () => {
    const { warnings } = readText(document([hi, ...Array.from({ length: 60 }, () => 7)]));
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toBe("10 more warnings of this kind.");
  });

  test("what stands before the messages may be damaged", () => {
    const text = document(messages).replace('"sessionId": "s1"', '"sessionId": s1');
    expect(readText(text)).toMatchObject({ session_id: "session-x", turns: { length: 4 } });
  });
});

describe("a session is recognised", () => {
  test.each([
    ["as one object", document([hi])],
    ["without messages", document([])],
    ["line by line", log([hi])],
    ["behind a damaged line", `{"sess\n${log([hi])}`],
    ["where the first message is longer than what we see", document([user("word ".repeat(50_000))])],
  ])("%s", (_, text) => {
    expect(geminiReader.recognises(bytesOf(text).subarray(0, 65_536))).toBe(true);
  });

  test.each<readonly [string, unknown]>([
    ["a Claude line", { type: "user", uuid: "u", sessionId: "s", message: { role: "user", content: "Hi." } }],
    ["a plain line", { role: "user", text: "Hi." }],
    ["other messages", { messages: [{ role: "user", content: "Hi." }] }],
  ])("but not %s", (_, value) => {
    expect(geminiReader.recognises(bytesOf(JSON.stringify(value)))).toBe(false);
    expect(() => readText(JSON.stringify(value))).toThrow("no sessionId and projectHash");
  });
});
