import { spawn } from "node:child_process";
import { join } from "node:path";
import { openMemory } from "@holdfast/memory";
import { distinctTexts, loopbackMessages } from "@holdfast/testkit";
import { main } from "./measure-cold-start.ts";

const known = 112;
const unknown = 112;

/** What the careful model is asked for 224 candidates, half of which resemble something known, through the real command and client. */
export async function measureModelCosts(home: string) {
  let charactersOut = 0;
  const server = await loopbackMessages(({ body }) => {
    const refs = [...JSON.stringify(body?.messages ?? "").matchAll(/\bC(\d+)\b/g)].map(([ref]) => ref);
    const actions = [...new Set(refs)].map((ref) => ({ ref, reason: "It is new.", action: "add" }));
    charactersOut += JSON.stringify({ actions }).length;
    return { kind: "tool", name: "submit_actions", input: { actions } };
  });
  const dir = join(home, "asked");
  const texts = distinctTexts(known + unknown);
  const memory = await openMemory({ dir, userDir: join(home, "person"), cwd: home });
  await memory.save({
    sessionId: "before",
    candidates: { lessons: texts.slice(0, known) },
    model: "local/rules",
  });
  const resembling = texts.slice(0, known).map((text) => `${text} as well`);
  await memory.stage({ sessionId: "one", candidates: { lessons: resembling } });
  await memory.stage({ sessionId: "two", candidates: { lessons: texts.slice(known) } });
  await memory.close();

  const child = spawn(process.execPath, [main, "reconcile", "--json", "--quiet", "--dir", dir], {
    env: { ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: server.url, HOME: home, PATH: process.env.PATH },
    cwd: home,
  });
  let answer = "";
  child.stdout.on("data", (part) => {
    answer += part;
  });
  await new Promise((done) => child.on("close", done));
  await server.close();
  const { counts, model_calls } = JSON.parse(answer);
  const charactersIn = server.requests.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
  return {
    candidates: Number(counts.staged),
    resembling: known,
    calls: Number(model_calls),
    charactersIn,
    charactersOut,
  };
}
