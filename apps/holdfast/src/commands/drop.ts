import type { Answer, Desk } from "../command.ts";

export async function drop({ memory, options }: Desk, [id = ""]: readonly string[]): Promise<Answer> {
  const result = await memory.drop(id, options);
  return {
    json: result,
    text: `Dropped ${result.dropped}. holdfast recover ${result.dropped} brings it back.\n`,
  };
}
