import { beforeAll, describe, expect, test } from "vitest";
import { type DateReader, loadDateReader } from "../../src/index.ts";

let readDates: DateReader;
beforeAll(async () => {
  readDates = await loadDateReader();
});
const wednesday = "2026-03-04T15:00:00.000Z";
const read = (text: string) => readDates(text, wednesday);

describe("relative dates become absolute", () => {
  test.each([
    ["We agreed yesterday on Vitest", "We agreed 2026-03-03 on Vitest"],
    ["As of today the API returns JSON", "As of 2026-03-04 the API returns JSON"],
    ["The freeze starts tomorrow", "The freeze starts 2026-03-05"],
    ["Node 22 is required from next Monday on", "Node 22 is required from 2026-03-09 on"],
    ["The release is due by Friday", "The release is due by 2026-03-06"],
    ["The release is due by Monday", "The release is due by 2026-03-09"],
    ["The schema was frozen last week", "The schema was frozen the week of 2026-02-23"],
    ["Prices change next month", "Prices change 2026-04"],
    ["It has failed since two weeks ago", "It has failed since about 2026-02-18"],
    ["We moved 3 days ago", "We moved on 2026-03-01"],
    ["The contract ends in 10 days", "The contract ends on 2026-03-14"],
    ["Next year we drop Node 20", "2027 we drop Node 20"],
    ["Yesterday's outage came from DNS", "2026-03-03's outage came from DNS"],
    ["Last night the disk filled up", "2026-03-03 the disk filled up"],
  ])("%s", (said, meant) => {
    expect(read(said)).toBe(meant);
  });
});

describe("what is no date, or no single one, stays", () => {
  test.each([
    "Every Monday we deploy",
    "Deploys happen on Friday",
    "Never deploy on Fridays",
    "Since March 2025 the API is stable",
    "Use today's date in the header",
    "Call `yesterday()` for reports",
    "```\nconst tomorrow = 1;\n```",
    "Run the tests first, now and then the second suite",
    "The last step comes first",
    "Retry in 5 seconds",
    "The next release has 2 parts",
    "Use Sun Java, and may the tests pass",
    "",
  ])("%s", (said) => {
    expect(read(said)).toBe(said);
  });
});
