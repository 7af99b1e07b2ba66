// Another process with the same memory folder: `index-child.ts <folder> <id>` adds a record, or `<folder> hold` keeps the index open.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isHoldfastError } from "@holdfast/schema";
import { aRecord } from "@holdfast/testkit";
import { realDisk } from "../src/disk/real-disk.ts";
import { openIndex } from "../src/index/open-index.ts";
import { renderRecord } from "../src/records/render-record.ts";

const [dir = "", what = ""] = process.argv.slice(2);
const index = openIndex({
  disk: realDisk(),
  dir,
  scope: "project",
  databasePath: join(dir, "index.db"),
  onWarning: (message) => process.stderr.write(`${message}\n`),
  exclusively: (fn) => fn(),
});

try {
  if (what === "hold") {
    const before = (await index.rows()).length;
    say({ rows: before });
    await new Promise((done) => process.stdin.once("data", done));
    say({ rows: (await index.rows()).length });
  } else {
    const record = aRecord({ id: what, summary: `Made by another process ${what}` });
    const path = join(dir, "lessons", `${what}.md`);
    writeFileSync(path, renderRecord(record));
    await index.add([{ record, path }], []);
    say({ rows: (await index.rows()).length });
  }
  await index.close();
  process.exit(0);
} catch (error) {
  if (isHoldfastError(error)) say({ code: error.code });
  throw error;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
