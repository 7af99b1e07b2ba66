// A program that has Pi in it, as its SDK is used: sessions of one project, one after the other, with Pi's own scripted provider. It is run by the
// Node that the Pi needs: `node in-process.mjs ROOT EXTENSION PROJECT STEPS`, where ROOT holds Pi's packages. STEPS is JSON, a list of sessions, each a
// list of `{prompt, select?, replies}`. It prints JSON: for each session what came of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [root, extension, project, steps] = process.argv.slice(2);
const pi = await load("@earendil-works/pi-coding-agent");
const ai = await load("@earendil-works/pi-ai");
const agentDir = join(project, "..", "agent");

const told = [];
for (const session of JSON.parse(steps)) told.push(await run(session));
console.log(JSON.stringify(told));

async function run(prompts) {
  const { provider, model, services } = await aProvider();
  const settingsManager = pi.SettingsManager.inMemory({
    retry: { enabled: false },
    compaction: { enabled: false },
  });
  const without = ["noExtensions", "noSkills", "noPromptTemplates", "noThemes", "noContextFiles"];
  const resourceLoader = new pi.DefaultResourceLoader({
    cwd: project,
    agentDir,
    settingsManager,
    additionalExtensionPaths: [extension],
    ...Object.fromEntries(without.map((name) => [name, true])),
  });
  await resourceLoader.reload();
  const { session, extensionsResult } = await pi.createAgentSession({
    cwd: project,
    agentDir,
    model,
    thinkingLevel: "off",
    settingsManager,
    resourceLoader,
    sessionManager: pi.SessionManager.inMemory(project),
    ...services,
  });
  const errors = [...extensionsResult.errors];
  const results = [];
  session.subscribe((event) => {
    if (event.type === "tool_execution_end")
      results.push({ tool: event.toolName, isError: event.isError, details: event.result?.details });
  });
  const person = aPerson();
  const cannot = async () => ({ cancelled: true });
  await session.bindExtensions({
    uiContext: person.ui,
    mode: "tui",
    onError: (error) => errors.push(error),
    commandContextActions: {
      waitForIdle: () => session.agent.waitForIdle(),
      ...{
        newSession: cannot,
        fork: cannot,
        navigateTree: cannot,
        switchSession: cannot,
        reload: async () => {},
      },
    },
  });
  const systemPrompts = [];
  for (const { prompt, select, replies = [] } of prompts) {
    person.selects(select);
    provider.setResponses(
      replies.map((reply) => (context) => {
        systemPrompts.push(context.systemPrompt ?? ai.getCurrentSystemPrompt?.(context.messages) ?? "");
        return messageOf(reply);
      }),
    );
    await session.prompt(prompt);
    await pause(50); // a command's request begins its turn by itself
    await session.agent.waitForIdle();
    await pause(50);
  }
  await session.extensionRunner?.emit?.({ type: "session_shutdown", reason: "quit" });
  session.dispose();
  provider.unregister?.();
  return { errors: errors.map(String), results, notices: person.notices, menus: person.menus, systemPrompts };
}

/** Pi's scripted provider, by the door that this version has. */
async function aProvider() {
  const models = [{ id: "main" }];
  if (ai.fauxProvider === undefined) {
    const provider = ai.registerFauxProvider({ provider: "scripted", models });
    const authStorage = pi.AuthStorage.inMemory();
    const modelRegistry = pi.ModelRegistry.inMemory(authStorage);
    modelRegistry.registerProvider("scripted", {
      baseUrl: "http://scripted.invalid",
      apiKey: "none",
      api: provider.api,
      models: provider.models.map((model) => ({ ...model })),
    });
    return {
      provider,
      model: modelRegistry.find("scripted", "main"),
      services: { authStorage, modelRegistry },
    };
  }
  const faux = ai.fauxProvider({ provider: "scripted", models });
  const modelRuntime = await pi.ModelRuntime.create({
    credentials: new ai.InMemoryCredentialStore(),
    modelsPath: null,
    modelsStorePath: join(agentDir, "models-store.json"),
    allowModelNetwork: false,
  });
  modelRuntime.registerNativeProvider(faux.provider);
  await modelRuntime.refresh({ allowNetwork: false });
  return { provider: faux, model: modelRuntime.getModel("scripted", "main"), services: { modelRuntime } };
}

function messageOf(reply) {
  if (typeof reply === "string") return ai.fauxAssistantMessage(reply);
  return ai.fauxAssistantMessage(ai.fauxToolCall(reply.tool, reply.input), { stopReason: "toolUse" });
}

/** A person at a screen that only remembers. A plain object: Pi copies it. */
function aPerson() {
  const notices = [];
  const menus = [];
  let wanted;
  const nothing = () => {};
  const silent = [
    "setStatus",
    "setWidget",
    "setWorkingMessage",
    "setWorkingVisible",
    "setWorkingIndicator",
    "setTitle",
  ];
  const theme = Object.fromEntries(["fg", "bg"].map((name) => [name, (_, text) => text]));
  const ui = {
    ...Object.fromEntries(silent.map((name) => [name, nothing])),
    notify: (message) => void notices.push(message),
    custom: async () => undefined,
    select: async (title, rows) => {
      menus.push({ title, rows });
      return rows.find((row) => row.startsWith(wanted ?? "\0"));
    },
    theme: { ...theme, bold: (text) => text, italic: (text) => text },
  };
  return {
    ui,
    notices,
    menus,
    selects: (start) => {
      wanted = start;
    },
  };
}

/** A package of Pi's under ROOT: its name here may belong to another version. */
async function load(name) {
  const folder = join(root, "node_modules", name);
  const { exports, main } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entry = exports?.["."]?.import ?? exports?.["."]?.default ?? main;
  return import(pathToFileURL(join(folder, entry)).href);
}
