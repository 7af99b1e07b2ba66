import type { Disk } from "@holdfast/schema";
import { aGeminiLog, aGeminiSession, sessionReaderBattery } from "@holdfast/testkit";
import { geminiReader } from "../../../src/readers/gemini/gemini-reader.ts";

/** Sessions do not say where they were started; the folder they stand in does, in a file of its own. */
const reader: typeof geminiReader = {
  ...geminiReader,
  find: (search) => geminiReader.find({ ...search, disk: withProjectRoots(search.disk) }),
};
const folderOf = (cwd: string) => encodeURIComponent(cwd);

function withProjectRoots(disk: Disk): Disk {
  const readFrom: Disk["readFrom"] = async (path, ...part) => {
    const [, folder] = /\/tmp\/([^/]+)\/\.project_root$/u.exec(path) ?? [];
    return folder === undefined
      ? disk.readFrom(path, ...part)
      : new TextEncoder().encode(decodeURIComponent(folder));
  };
  return { ...disk, readFrom };
}

sessionReaderBattery("The Gemini CLI reader", () => ({
  reader,
  render: ({ turns, ...over }) => aGeminiSession(turns, over),
  lines: false,
  without: ["cwd"],
  pathOf: (home, cwd, name) => `${home}/tmp/${folderOf(cwd)}/chats/session-2026-03-02T14-00-${name}.json`,
}));

sessionReaderBattery("The Gemini CLI reader, of later versions", () => ({
  reader,
  render: ({ turns, ...over }) => aGeminiLog(turns, over),
  without: ["cwd"],
  unknownLines: ['{"type":"from_the_future","payload":{"text":"Always use tabs."}}', '{"$rewindTo":"x"}'],
  pathOf: (home, cwd, name) => `${home}/tmp/${folderOf(cwd)}/chats/session-2026-03-02T14-00-${name}.jsonl`,
}));
