import type { Answer, Desk } from "../command.ts";

export async function forget({ memory, options }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const result = await memory.forget(id, options);
  const ids = result.forgotten.map((one) => `- ${one}`).join("\n");
  return {
    json: result,
    text: `${ids}\nErased here: only ids and a hash are left. The agent's own session files are not ours to touch.\n`,
  };
}
