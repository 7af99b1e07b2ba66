export * from "./extraction.ts";
export * from "./readers/pi/find-pi-sessions.ts";
export * from "./readers/pi/pi-session-folder.ts";
export * from "./readers/pi/read-pi-session.ts";
export * from "./rules/extract-by-rules.ts";
export * from "./turn-key.ts";
