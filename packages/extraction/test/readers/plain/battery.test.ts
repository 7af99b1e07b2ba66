import { aPlainSession, sessionReaderBattery } from "@holdfast/testkit";
import { plainReader } from "../../../src/readers/plain/plain-reader.ts";

sessionReaderBattery("The plain reader", () => ({
  reader: plainReader,
  render: ({ turns, ...over }) => aPlainSession(turns, over),
}));
