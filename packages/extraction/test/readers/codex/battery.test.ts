import { aCodexSession, sessionReaderBattery } from "@holdfast/testkit";
import { codexReader } from "../../../src/readers/codex/codex-reader.ts";

sessionReaderBattery("The Codex reader", () => ({
  reader: codexReader,
  render: ({ turns, ...over }) => aCodexSession(turns, over),
  pathOf: (home, _cwd, name) => `${home}/sessions/2026/03/02/rollout-2026-03-02T14-00-00-${name}.jsonl`,
}));
