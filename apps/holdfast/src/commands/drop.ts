import type { Answer, Desk } from "../command.ts";

export async function drop({ memory }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const result = await memory.drop(id);
  return {
    json: result,
    text: `Dropped ${result.dropped}. holdfast recover ${result.dropped} brings it back.\n`,
  };
}
