import { aSession, sessionReaderBattery } from "@holdfast/testkit";
import { piReader } from "../../../src/readers/pi/pi-reader.ts";
import { piSessionFolder } from "../../../src/readers/pi/pi-session-folder.ts";

sessionReaderBattery("The Pi reader", () => ({
  reader: piReader,
  render: ({ turns, ...over }) => aSession(turns, over),
  pathOf: (home, cwd, name) => `${home}/sessions/${piSessionFolder(cwd)}/2026-03-02_${name}.jsonl`,
}));
