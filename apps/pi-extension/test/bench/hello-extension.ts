import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

/** The least that shows all doors of Pi: a command that asks and tells, and a tool. */
export default function hello(pi: ExtensionAPI): void {
  pi.registerCommand("hello", {
    description: "Says hello",
    handler: async (args, ctx) => {
      const whom = args || (await ctx.ui.select("Whom?", ["Ada", "Grace"]));
      ctx.ui.notify(`Hello, ${whom}!`, "info");
    },
  });
  pi.registerTool({
    name: "echo_back",
    label: "Echo",
    description: "Gives the text back",
    parameters: Type.Object({ text: Type.String() }),
    execute: async (_id, { text }) => ({
      content: [{ type: "text", text: `${text}, ${text}` }],
      details: {},
    }),
  });
}
