import * as piAi from "@earendil-works/pi-ai";
import { type ExtensionAPI, getAgentDir, VERSION } from "@earendil-works/pi-coding-agent";
import { Text } from "@earendil-works/pi-tui";
import { Type } from "typebox";
import { drawMenu } from "./draw-menu.ts";
import { holdfast } from "./extension.ts";
import type { PiHost } from "./host.ts";
import type { PiComplete } from "./models/pi-models.ts";

/**
 * The entry of the extension: Pi calls it once for each session. It registers and does nothing else; Pi gives these modules to every extension, so
 * none of them is ours to install.
 */
export default function extension(pi: ExtensionAPI): void {
  holdfast(pi as unknown as PiHost, {
    settles: isAtLeast(VERSION, [0, 80, 4]),
    // Newer versions of Pi ask through their registry; this is what older ones have.
    complete: (piAi as { complete?: unknown }).complete as PiComplete | undefined,
    agentDir: getAgentDir,
    asSchema: (schema) => Type.Unsafe(schema) as never,
    asText: (text) => new Text(text, 0, 0),
    drawMenu,
  });
}

function isAtLeast(version: string, wanted: readonly number[]): boolean {
  const parts = version.split(/[.-]/u).map(Number);
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
