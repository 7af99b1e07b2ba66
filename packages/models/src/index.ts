export { oneLine } from "./anthropic/failure-of.ts";
export { forcesTools, onlyByCalling } from "./anthropic/message-params.ts";
export * from "./anthropic/price.ts";
export * from "./anthropic-model.ts";
export * from "./limit-text.ts";
export * from "./resolve-model.ts";
export * from "./standalone-registry.ts";
export * from "./within.ts";
