// Before any test on Bun: its own `bun:test` in the place of Vitest. In test files Bun puts it there by itself, in the test kit it
// has to be told.
import * as bun from "bun:test";

bun.test.runIf = bun.test.if;
const testkit = new URL("../../../testkit/src/", import.meta.url).pathname;
bun.mock.module(Bun.resolveSync("vitest", testkit), () => ({ ...bun }));
