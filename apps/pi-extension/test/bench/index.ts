export * from "./a-pi-home.ts";
export * from "./an-agent.ts";
export * from "./pi-hosts.ts";
export * from "./run-print.ts";
export { type PiEnded, startBare } from "./start-pi.ts";
export * from "./start-rpc.ts";
export * from "./start-tui.ts";
