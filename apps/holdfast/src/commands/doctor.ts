import type { Answer, Desk } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Cell, table } from "../show/table.ts";
import { visibleLine } from "../visible-text.ts";

export async function doctor(
  { memory, styles, width }: Desk,
  _args: readonly string[],
  { fix }: { fix?: boolean },
): Promise<Answer> {
  const result = await memory.doctor({ fix: fix ?? false });
  const { findings, fixed } = result;
  const rows: Cell[][] = [
    ...findings.flatMap(({ code, path, message, fix }) => [
      [
        { text: "!", style: styles.warn },
        { text: `${code}: ${visibleLine(path)}`, style: styles.warn },
      ],
      ["", visibleLine(message)],
      ["", visibleLine(fix)],
    ]),
    ...fixed.flatMap(({ code, path, fix }) => [
      [
        { text: "+", style: styles.good },
        { text: `${code}: ${visibleLine(path)}`, style: styles.good },
      ],
      ["", visibleLine(fix)],
    ]),
  ];
  const sum = [
    findings.length === 0 ? "Everything is well" : `${findings.length} found`,
    ...(fixed.length > 0 ? [`${fixed.length} put right`] : []),
  ];
  return {
    json: result,
    text: `${[...table(rows, { most: [1], width }), `${sum.join(", ")}.`].join("\n")}\n`,
    exitCode: findings.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}
