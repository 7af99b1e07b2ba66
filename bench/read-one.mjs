// Reads one session in a process of its own, and prints one line of JSON: turns, windows, ms, peak memory. Needs a build.
// node bench/read-one.mjs FILE [AGENT]
import { readFileSync } from "node:fs";
import { nothingNewToLearn, planWindows, readSession, turnKeys } from "@holdfast/extraction";

const [, , path, agent] = process.argv;
const start = performance.now();
const bytes = readFileSync(path);
const transcript = readSession(bytes, path, agent);
const read = performance.now();
const { turns, warnings, left_out = [] } = transcript;
const keys = turnKeys(transcript);
const { windows } = planWindows({ turns, keys, read: new Set(), windowTokens: 12_000 });
const planned = performance.now();
console.log(
  JSON.stringify({
    agent: transcript.agent,
    bytes: bytes.length,
    turns: turns.length,
    person: turns.filter(({ role }) => role === "user").length,
    windows: windows.length,
    asked: windows.filter((window) => nothingNewToLearn(window) === undefined).length,
    tokens: windows.reduce((sum, window) => sum + window.tokens, 0),
    left_out: left_out.reduce((sum, { count }) => sum + count, 0),
    warnings: warnings.length,
    read_ms: Math.round(read - start),
    plan_ms: Math.round(planned - read),
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
