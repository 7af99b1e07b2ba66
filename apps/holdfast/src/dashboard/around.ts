import type { Facts } from "./facts.ts";
import type { Size } from "./layout.ts";

/** What a screen knows of the rest when it updates. */
export interface Around {
  readonly facts: Facts;
  readonly size: Size;
  /** True for the screen that is shown: moves and typing are meant for it alone. */
  readonly shown: boolean;
}
