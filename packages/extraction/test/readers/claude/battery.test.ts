import { aClaudeSession, sessionReaderBattery } from "@holdfast/testkit";
import { claudeProjectFolder } from "../../../src/readers/claude/claude-project-folder.ts";
import { claudeReader } from "../../../src/readers/claude/claude-reader.ts";

sessionReaderBattery("The Claude Code reader", () => ({
  reader: claudeReader,
  render: ({ turns, ...over }) => aClaudeSession(turns, over),
  pathOf: (home, cwd, name) => `${home}/projects/${claudeProjectFolder(cwd)}/${name}.jsonl`,
}));
