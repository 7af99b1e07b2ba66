import { afterAll, expect } from "vitest";
import { driverName } from "../../src/sqlite/open-database.ts";

/** Fails unless the tests that were run stood on the driver that their host is there for. */
afterAll(() => expect(driverName()).toBe(process.env.SQLITE_DRIVER));
