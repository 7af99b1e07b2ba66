import type { StructuredModel } from "./structured-model.ts";

/** A model that a registry knows. */
export interface KnownModel {
  /** `provider/model`. */
  readonly id: string;
  /** What a person can do so that it may be asked, in one sentence; shown when it may not. */
  readonly advice?: string;
}

/** Which models there are, and which of them may be asked: the host's own, or a standalone one. Asks no network. */
export interface ModelRegistry {
  find(id: string): KnownModel | undefined;
  /** True when there is a credential for it. Whether the credential is good, only a call tells. */
  hasConfiguredAuth(model: KnownModel): boolean;
  /** A model of this registry, ready to be asked. Cheap: what it needs is loaded at the first call. */
  open(model: KnownModel): StructuredModel;
}
