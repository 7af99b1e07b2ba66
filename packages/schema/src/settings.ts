import * as z from "zod";
import { redact } from "./redact.ts";

/** What a person may set through the environment, with the value in force. */
export const settingsSchema = z.object({
  reconciliationModel: z.string().optional(),
  extractionModel: z.string().optional(),
  /** The rejection with this number makes a dead letter. */
  maxAttempts: z.int(),
  /** Candidates a chunk. */
  chunkSize: z.int(),
  /** Wall clock for one run, in milliseconds. */
  budgetMs: z.int(),
  /** One model call, in milliseconds. */
  reconciliationTimeoutMs: z.int(),
  extractionTimeoutMs: z.int(),
  /** Tokens one reconciliation may use; undefined is no cap. */
  maxTokens: z.int().optional(),
  /** Tokens of a session that a model reads at once. */
  windowTokens: z.int(),
  /** Windows that one run may read with a model. */
  maxWindows: z.int(),
  /** Tokens that reading sessions may use in one run, asked and answered. */
  extractionMaxTokens: z.int(),
  /** Wall clock for reading sessions in one run, in milliseconds. */
  extractionBudgetMs: z.int(),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export const defaultSettings: Settings = {
  reconciliationModel: undefined,
  extractionModel: undefined,
  maxAttempts: 3,
  chunkSize: 20,
  budgetMs: 240_000,
  reconciliationTimeoutMs: 180_000,
  extractionTimeoutMs: 180_000,
  maxTokens: undefined,
  windowTokens: 12_000,
  maxWindows: 40,
  extractionMaxTokens: 600_000,
  extractionBudgetMs: 600_000,
};

/** Most candidates a chunk may hold, whatever is set. */
export const largestChunk = 20;
/** Most characters of candidates and neighbours a chunk may hold. */
export const chunkCharacters = 60_000;

const numbers = {
  maxAttempts: ["PERSISTENT_MEMORY_RECONCILIATION_MAX_ATTEMPTS", 1, 100],
  chunkSize: ["PERSISTENT_MEMORY_RECONCILIATION_CHUNK_SIZE", 1, largestChunk],
  budgetMs: ["PERSISTENT_MEMORY_RECONCILIATION_BUDGET_MS", 1, 86_400_000],
  reconciliationTimeoutMs: ["PERSISTENT_MEMORY_RECONCILIATION_TIMEOUT_MS", 1, 86_400_000],
  extractionTimeoutMs: ["PERSISTENT_MEMORY_EXTRACTION_TIMEOUT_MS", 1, 86_400_000],
  maxTokens: ["PERSISTENT_MEMORY_RECONCILIATION_MAX_TOKENS", 1, Number.MAX_SAFE_INTEGER],
  windowTokens: ["PERSISTENT_MEMORY_EXTRACTION_WINDOW_TOKENS", 1_000, 500_000],
  maxWindows: ["PERSISTENT_MEMORY_EXTRACTION_MAX_WINDOWS", 1, 100_000],
  extractionMaxTokens: ["PERSISTENT_MEMORY_EXTRACTION_MAX_TOKENS", 1, Number.MAX_SAFE_INTEGER],
  extractionBudgetMs: ["PERSISTENT_MEMORY_EXTRACTION_BUDGET_MS", 1, 86_400_000],
} as const;

const models = {
  reconciliationModel: "PERSISTENT_MEMORY_RECONCILIATION_MODEL",
  extractionModel: "PERSISTENT_MEMORY_EXTRACTION_MODEL",
} as const;

/**
 * Reads the settings from an environment. A malformed value is a warning that names the variable, the value and the
 * default used; it never stops anything.
 */
export function readSettings(env: { readonly [name: string]: string | undefined }): {
  settings: Settings;
  warnings: string[];
} {
  const warnings: string[] = [];
  const settings: { -readonly [key in keyof Settings]: Settings[key] } = { ...defaultSettings };
  const typedKeys = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];
  const refuse = (name: string, value: string, wanted: string, used: unknown) =>
    warnings.push(
      `${name} is ${JSON.stringify(redact(value).text.slice(0, 80))}, which is not ${wanted}; using ${used ?? "none"}.`,
    );

  for (const key of typedKeys(numbers)) {
    const [name, least, greatest] = numbers[key];
    const value = env[name]?.trim();
    if (value === undefined || value === "") continue;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= greatest) settings[key] = number;
    else refuse(name, value, `a whole number from ${least} to ${greatest}`, settings[key]);
  }
  for (const key of typedKeys(models)) {
    const value = env[models[key]]?.trim();
    if (value === undefined || value === "") continue;
    if (/^[^\s/]+\/\S+$/.test(value)) settings[key] = value;
    else refuse(models[key], value, "provider/model", "the default model");
  }
  return { settings, warnings };
}
