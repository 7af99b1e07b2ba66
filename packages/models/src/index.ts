export * from "./anthropic/price.ts";
export * from "./anthropic-model.ts";
export * from "./resolve-model.ts";
export * from "./standalone-registry.ts";
