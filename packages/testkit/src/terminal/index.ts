export * from "./left-over.ts";
export * from "./start-terminal.ts";
