import type { Answer, Desk } from "../command.ts";

export async function forget({ memory, options }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const result = await memory.forget(id, options);
  const ids = result.forgotten.map((one) => `- ${one}`).join("\n");
  return { json: result, text: `${ids}\nErased. Only ids and a hash are left.\n` };
}
