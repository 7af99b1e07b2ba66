import { fileURLToPath } from "node:url";
import { type LoopbackMessages, loopbackMessages } from "@holdfast/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anAgent, aPiHome, calls, piHosts, runPrint, startRpc, startTui } from "./bench/index.ts";

const extension = fileURLToPath(new URL("bench/hello-extension.ts", import.meta.url));
const agent = anAgent(({ user }) => (user.includes("echo") ? calls("echo_back", { text: "ho" }) : undefined));

let server: LoopbackMessages;
beforeAll(async () => {
  server = await loopbackMessages(agent);
});
afterAll(() => server.close());

const aHome = () => aPiHome({ server, extension });

for (const host of piHosts) {
  describe.concurrent(host.name, { timeout: 120_000 }, () => {
    test("prints what the agent says after the tool it was asked to call", async () => {
      const { code, stdout, stderr } = await runPrint(host, aHome(), ["Please echo"]);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "The tool said: ho, ho\n", stderr: "" });
    });

    test("asks and tells over RPC", async () => {
      const pi = startRpc(host, aHome());
      const prompted = pi.prompt("/hello");
      const question = await pi.question("select");
      expect(question.options).toEqual(["Ada", "Grace"]);
      pi.answer(question, "Grace");
      await pi.notice("Hello, Grace!");
      expect(await prompted).toMatchObject({ success: true });

      await pi.prompt("Please echo");
      expect(await pi.next("tool_execution_end")).toMatchObject({ toolName: "echo_back", isError: false });
      await pi.next("agent_end");
      expect(await pi.newSession()).toMatchObject({ success: true });
      expect(await pi.end()).toMatchObject({ code: 0, stderr: "" });
      expect(pi.events.filter(({ type }) => type === "extension_error")).toEqual([]);
    });

    test("shows on a terminal what the command asks and the agent says", async () => {
      const pi = await startTui(host, aHome());
      pi.submit("/hello");
      await pi.shows("Grace");
      pi.press("Down", "Enter");
      await pi.shows("Hello, Grace!");
      pi.resize(60, 30);
      pi.submit("Please echo");
      const screen = await pi.shows("The tool said: ho, ho");
      expect(Math.max(...screen.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
      pi.press("C-d");
      expect(await pi.ended()).toBe(0);
    });
  });
}
