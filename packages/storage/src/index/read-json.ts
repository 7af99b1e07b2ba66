import { SqliteFailure } from "../sqlite/database.ts";

/** JSON that we put into the index ourselves. Anything else there is damage, and thrown as such. */
export function readJson<T>(json: unknown): T {
  try {
    return JSON.parse(String(json)) as T;
  } catch (error) {
    throw new SqliteFailure("damaged", "a row can't be read", error);
  }
}
