import type { OutcomeRow, RunReport, Tokens } from "./run-report.ts";

/** What a run tells while it runs: a progress bar, a tool update and a dashboard all draw from it. */
export type RunEvent =
  | { kind: "run_started"; run_id: string; command: string; model: string; staged: number }
  | {
      kind: "chunk_started";
      run_id: string;
      chunk: number;
      candidates: number;
      settled: number;
      staged: number;
    }
  | { kind: "outcome"; run_id: string; outcome: OutcomeRow }
  | { kind: "repair"; run_id: string; chunk: number; rejected: number }
  | {
      kind: "model_call";
      run_id: string;
      model_calls: number;
      tokens: Tokens;
      cost_usd: number | undefined;
      left_ms: number;
    }
  | { kind: "warning"; message: string }
  | { kind: "run_finished"; report: RunReport };
