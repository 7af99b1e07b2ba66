import { spawn } from "node:child_process";
import { HoldfastError } from "@holdfast/schema";

/** Has the person edit a file: the editor has the terminal until it ends. Resolves to how it failed, if it says that it did. */
export async function editFile(
  path: string,
  env: { readonly [name: string]: string | undefined },
): Promise<string | undefined> {
  const [command = "vi", ...args] = editorWords(env);
  const child = spawn(command, [...args, path], { stdio: "inherit" });
  return await new Promise((done, failed) => {
    child.on("error", (cause) =>
      failed(
        new HoldfastError("invalid_option", `The editor ${command} could not be started.`, {
          hint: "Set VISUAL or EDITOR to one that is there. Nothing was changed.",
          cause,
        }),
      ),
    );
    child.on("close", (code, signal) => done(code === 0 ? undefined : (signal ?? `code ${code}`)));
  });
}

/** The person's editor and what it is given, parted at blanks that stand in no quotes. */
export function editorWords(env: { readonly [name: string]: string | undefined }): string[] {
  const named = [env.VISUAL, env.EDITOR].find((name) => name !== undefined && name.trim() !== "") ?? "vi";
  const words = named.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
