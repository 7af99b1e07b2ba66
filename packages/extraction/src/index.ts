export * from "./extract-by-rules.ts";
export * from "./extraction.ts";
export * from "./find-pi-sessions.ts";
export * from "./pi-session-folder.ts";
export * from "./read-pi-session.ts";
export * from "./turn-key.ts";
