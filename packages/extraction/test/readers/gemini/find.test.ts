import { memoryDisk } from "@holdfast/testkit";
import { describe, expect, test } from "vitest";
import { geminiProjectHash } from "../../../src/readers/gemini/find-gemini-sessions.ts";
import { geminiReader } from "../../../src/readers/gemini/gemini-reader.ts";
import { bytesOf, document, log, user } from "./gemini-messages.ts";

const tmp = "/home/ada/.gemini/tmp";

async function finder(files: { readonly [path: string]: string }) {
  const disk = memoryDisk();
  for (const [name, text] of Object.entries(files)) {
    const path = `${tmp}/${name}`;
    await disk.makeFolder(path.slice(0, path.lastIndexOf("/")));
    await disk.create(path, bytesOf(text));
  }
  return async (roots: readonly string[], most = 9) =>
    (await geminiReader.find({ disk, home: "/home/ada/.gemini/", roots, most })).map(({ path }) =>
      path.slice(tmp.length + 1),
    );
}

test("the folder of a project is the hash of its path", () => {
  expect(geminiProjectHash("/w/shop")).toBe(
    "ac49d249e813877b6b27fa5b303d4fe2cdfcc954fc1ac2407f0b3c6edb10a6b6",
  );
});

test("sessions are found by the hash of a root, and by the path that a folder tells, newest first", async () => {
  const hash = geminiProjectHash("/w/shop");
  const find = await finder({
    [`${hash}/chats/session-a.json`]: document([user("Hi.")]),
    "shop/.project_root": "/w/shop\n",
    "shop/chats/session-b.jsonl": log([user("Hi.")]),
    "api/.project_root": "/w/shop/api",
    "api/chats/session-c.jsonl": log([user("Hi.")]),
    "shop-api/.project_root": "/w/shop-api",
    "shop-api/chats/session-d.jsonl": log([user("Hi.")]),
    "unknown/chats/session-e.jsonl": log([user("Hi.")]),
    "empty/.project_root": "",
    "empty/chats/session-f.jsonl": log([user("Hi.")]),
    "shop/chats/notes.json": document([user("Hi.")]),
    "shop/logs/session-g.json": document([user("Hi.")]),
  });
  const all = ["api/chats/session-c.jsonl", "shop/chats/session-b.jsonl", `${hash}/chats/session-a.json`];
  expect(await find(["/w/shop/"])).toEqual(all);
  expect(await find(["/w/shop", "/w/shop/api"], 2)).toEqual(all.slice(0, 2));
  expect(await find(["/w"])).toEqual(["shop-api/chats/session-d.jsonl", ...all.slice(0, 2)]);
});

test("the root of the file system is a project like any other", async () => {
  const session = `${geminiProjectHash("/")}/chats/session-a.json`;
  expect(await (await finder({ [session]: document([user("Hi.")]) }))(["/"])).toEqual([session]);
});

test("sessions of sub-agents are passed over, wherever the file says it", async () => {
  const long = user("word ".repeat(30_000));
  const find = await finder({
    "w/.project_root": "/w",
    "w/chats/session-a.json": document([user('They wrote\n  "kind": "subagent"'), long], { kind: "main" }),
    "w/chats/session-b.json": document([user("Hi.")], { kind: "subagent" }),
    "w/chats/session-c.json": document([long], { kind: "subagent", directories: ["/w"] }),
    "w/chats/session-d.jsonl": log([user("Hi.")]).replace("{", '{"kind":"subagent",'),
    "w/chats/s1/e.jsonl": log([user("Hi.")]),
  });
  expect(await find(["/w"], 1)).toEqual(["w/chats/session-a.json"]);
});

describe("a session of which Gemini CLI made a copy, in a folder or a form of today", () => {
  const hash = geminiProjectHash("/w");
  const copies = {
    [`${hash}/chats/session-a.json`]: document([user("Hi.")]),
    "w/.project_root": "/w",
    "w/chats/session-a.json": document([user("Hi.")]),
  };

  test("is found once, as it was last written", async () => {
    expect(await (await finder(copies))(["/w"])).toEqual(["w/chats/session-a.json"]);
    const find = await finder({ ...copies, "w/chats/session-a.jsonl": log([user("Hi."), user("More.")]) });
    expect(await find(["/w"])).toEqual(["w/chats/session-a.jsonl"]);
  });

  test("is found as it was before, where the copy is damaged", async () => {
    const find = await finder({ ...copies, "w/chats/session-a.jsonl": "{" });
    expect(await find(["/w"])).toEqual(["w/chats/session-a.json"]);
  });

  test("is no other session of the same name, and no other part of it under the same id", async () => {
    const others = {
      "w/chats/session-a.jsonl": log([user("Hi.")]).replace("s1", "s2"),
      "w/chats/session-b.json": document([user("Later.")]),
    };
    expect(await (await finder({ ...copies, ...others }))(["/w"])).toEqual([
      "w/chats/session-b.json",
      "w/chats/session-a.jsonl",
      "w/chats/session-a.json",
    ]);
  });
});
