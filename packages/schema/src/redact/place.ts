/** Where a secret stands in a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}
