import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeLater } from "@holdfast/testkit/terminal";

/** A person's machine, as far as Pi sees it: nothing of whoever runs the tests is in it. */
export interface PiHome {
  /** The home folder. */
  readonly home: string;
  /** Where Pi keeps its settings and sessions. */
  readonly agentDir: string;
  /** The folder that Pi is started in, the root of a repository. */
  readonly project: string;
  /** The extension that Pi is started with, if any. */
  readonly extension: string | undefined;
  /** The whole environment of Pi, but for PATH and TERM. */
  readonly env: { readonly [name: string]: string };
}

export interface PiHomeOptions {
  /** Where Pi's models are: a `loopbackMessages`. */
  readonly server: { readonly url: string };
  /** Ours, as it was built, unless given. */
  readonly extension?: string;
  /** More of Pi's settings.json. */
  readonly settings?: object;
  /** More of Pi's environment. */
  readonly env?: { readonly [name: string]: string };
}

const ours = fileURLToPath(new URL("../..", import.meta.url));

/** A new home, with the models `fake/main` (chosen) and `fake/small`. It is removed when the file's tests are over. */
export function aPiHome({ server, extension, settings = {}, env = {} }: PiHomeOptions): PiHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pi-holdfast-")));
  removeLater(home);
  const agentDir = join(home, ".pi/agent");
  const project = join(home, "shop");
  mkdirSync(agentDir, { recursive: true });
  mkdirSync(join(project, ".git"), { recursive: true });
  writeJson(join(agentDir, "models.json"), {
    providers: {
      fake: {
        baseUrl: server.url,
        api: "anthropic-messages",
        apiKey: "a-key-for-the-loopback",
        models: [aModel("main"), aModel("small")],
      },
    },
  });
  writeJson(join(agentDir, "settings.json"), {
    defaultProvider: "fake",
    defaultModel: "main",
    defaultThinkingLevel: "off",
    quietStartup: true,
    retry: { enabled: false },
    ...settings,
  });
  return {
    home,
    agentDir,
    project,
    extension: extension ?? install(home),
    env: {
      HOME: home,
      TMPDIR: home,
      LANG: "C.UTF-8",
      PI_CODING_AGENT_DIR: agentDir,
      PI_OFFLINE: "1",
      PI_TELEMETRY: "0",
      PI_SKIP_VERSION_CHECK: "1",
      ...env,
    },
  };
}

/**
 * Ours, as it lies on a person's disk: with the drivers of SQLite beside it, and without Pi's packages, which Pi is to give. In the folder where it
 * is developed it would be given those of another Pi.
 */
function install(home: string): string {
  const folder = join(home, "pi-holdfast");
  cpSync(join(ours, "dist"), join(folder, "dist"), { recursive: true });
  cpSync(join(ours, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(ours, "node_modules")).filter((one) =>
    one.startsWith("better-sqlite3"),
  ))
    symlinkSync(realpathSync(join(ours, "node_modules", name)), join(folder, "node_modules", name));
  return join(folder, "dist/pi.js");
}

function aModel(id: string): object {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return { id, name: id, reasoning: false, input: ["text"], contextWindow: 200_000, maxTokens: 8_192, cost };
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value, undefined, 2));
}
