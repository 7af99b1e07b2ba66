/** An answer, and the record files (inside the memory folder) that it rests on: it is given once they are as they were read. */
export interface Answer<T> {
  readonly value: T;
  readonly paths: readonly string[];
}
