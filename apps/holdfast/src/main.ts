#!/usr/bin/env node
import { exitCodes } from "./exit-codes.ts";
import { oldNodeWords } from "./old-node.ts";

const words = oldNodeWords(process.version);
if (words === undefined) {
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram(process.argv.slice(2));
} else {
  process.stderr.write(`${words}\n`);
  process.exitCode = exitCodes.failed;
}
