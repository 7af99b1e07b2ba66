import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** How much is settled when a session begins: what needs no model, everything, or nothing. */
export type Background = "certain" | "full" | "off";

const usual: Background = "certain";
const known: readonly unknown[] = ["certain", "full", "off"] satisfies Background[];

export interface SettingsPlace {
  /** Pi's own folder of the person; nothing is read from inside a project. */
  readonly agentDir: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Told of what can't be used, by its name, with what is used instead. */
  readonly warn: (text: string) => void;
}

/** `HOLDFAST_BACKGROUND`, else `background` in `holdfast.json` in Pi's folder, else what needs no model. */
export async function readBackground({ agentDir, env, warn }: SettingsPlace): Promise<Background> {
  const path = join(agentDir, "holdfast.json");
  const [name, value] =
    env.HOLDFAST_BACKGROUND === undefined
      ? [`background in ${path}`, await settingIn(path, warn)]
      : ["HOLDFAST_BACKGROUND", env.HOLDFAST_BACKGROUND];
  if (value === undefined) return usual;
  if (known.includes(value)) return value as Background;
  warn(`${name} is ${JSON.stringify(value)}; it may be certain, full or off. ${usual} is used.`);
  return usual;
}

async function settingIn(path: string, warn: (text: string) => void): Promise<unknown> {
  try {
    const settings: unknown = JSON.parse(await readFile(path, "utf8"));
    return (settings as { background?: unknown } | null)?.background;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      warn(`${path} can't be read (${(error as Error).message}); it is left out.`);
    return undefined;
  }
}
