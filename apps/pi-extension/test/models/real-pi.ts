import { setMaxListeners } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complete } from "@earendil-works/pi-ai";
import { AuthStorage, ModelRegistry } from "@earendil-works/pi-coding-agent";
import { type LoopbackMessages, type LoopbackScript, loopbackMessages } from "@holdfast/testkit";
import type { PiComplete, PiModels } from "../../src/models/pi-models.ts";
import { piRegistry } from "../../src/models/pi-registry.ts";

/** How to ask the models of a Pi that has read this `models.json`, in a folder of its own. */
type Asking = (modelsJson: string, folder: string) => Promise<{ registry: PiModels; complete?: PiComplete }>;

/** Pi's own code, of the oldest version and the newest, in all ways that it can be asked. */
export const realPis: { readonly [name: string]: Asking } = {
  async "Pi 0.74"(modelsJson) {
    return { registry: ModelRegistry.create(AuthStorage.inMemory(), modelsJson), complete };
  },
  async "Pi 1.6"(modelsJson, folder) {
    return { registry: await newestRegistry(modelsJson, folder) };
  },
  async "Pi 1.6, asked as an older one,"(modelsJson, folder) {
    const registry = await newestRegistry(modelsJson, folder);
    const { complete } = await newest("pi-ai/dist/compat.js");
    return { registry: Object.assign(Object.create(registry), { complete: undefined }), complete };
  },
};

/** How each version's pi-ai asks. */
export const realCompletes: { readonly [name: string]: () => Promise<PiComplete> } = {
  "Pi 0.74": async () => complete,
  "Pi 1.6": async () => (await newest("pi-ai/dist/compat.js")).complete,
};

/** Only these modules, because the whole of it needs a newer Node than we do. */
async function newestRegistry(modelsPath: string, folder: string): Promise<PiModels> {
  const { ModelRuntime } = await newest("pi-coding-agent/dist/core/model-runtime.js");
  const { ModelRegistry } = await newest("pi-coding-agent/dist/core/model-registry.js");
  const authPath = join(folder, "auth.json");
  const modelsStorePath = join(folder, "models-store.json");
  const { signal } = new AbortController();
  setMaxListeners(0, signal); // it asks every provider at once, about which older Nodes warn
  return new ModelRegistry(await ModelRuntime.create({ modelsPath, authPath, modelsStorePath, signal }));
}

/** By its path, because the name belongs to the oldest here. */
async function newest(file: string) {
  return import(new URL(`../bench/latest/node_modules/@earendil-works/${file}`, import.meta.url).href);
}

export interface RealPi {
  readonly server: LoopbackMessages;
  readonly model: ReturnType<ReturnType<typeof piRegistry>["open"]>;
  readonly known: ReturnType<typeof piRegistry>;
  close(): Promise<void>;
}

/** A model of that Pi, behind a scripted server. */
export async function aRealPi(asking: Asking, script: LoopbackScript): Promise<RealPi> {
  const server = await loopbackMessages(script);
  const folder = await mkdtemp(join(tmpdir(), "pi-models-"));
  const modelsJson = join(folder, "models.json");
  await writeFile(modelsJson, JSON.stringify({ providers: { loopback: providerAt(server.url) } }));
  const known = piRegistry({ complete: undefined, ...(await asking(modelsJson, folder)), log: () => {} });
  return {
    server,
    known,
    model: known.open({ id: "loopback/some/model" }),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function providerAt(baseUrl: string) {
  const model = {
    id: "some/model",
    name: "Some model",
    reasoning: true,
    input: ["text"],
    cost: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
    contextWindow: 200_000,
    maxTokens: 64_000,
  };
  return { baseUrl, api: "anthropic-messages", apiKey: "key-in-models-json", models: [model] };
}
