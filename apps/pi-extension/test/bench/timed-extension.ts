import { writeFileSync } from "node:fs";

type Handler = (...args: unknown[]) => unknown;

/** The extension at `HOLDFAST_TIMED`; it writes into the file `HOLDFAST_TIMES` how many milliseconds Pi waited for `session_start`. */
export default async function timed(pi: { on: (name: string, handler: Handler) => unknown }): Promise<void> {
  const { default: extension } = (await import(process.env.HOLDFAST_TIMED ?? "")) as {
    default: (pi: object) => void;
  };
  const on = (name: string, handler: Handler) =>
    pi.on(name, async (...args) => {
      if (name !== "session_start") return handler(...args);
      const start = performance.now();
      await handler(...args);
      writeFileSync(process.env.HOLDFAST_TIMES ?? "", `${performance.now() - start}\n`);
    });
  extension({ ...pi, on });
}
