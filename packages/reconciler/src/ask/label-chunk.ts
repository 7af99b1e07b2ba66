import type { Case, MemoryRecord } from "@holdfast/schema";

/** A case under the label it is spoken of by. */
export interface LabelledCase extends Case {
  /** `C1`, `C2`, ... */
  readonly label: string;
  /** Labels of its neighbours, the most similar first. */
  readonly neighbourLabels: readonly string[];
}

/** A chunk as it is shown to whoever judges it. Labels hold for this chunk alone, so that no id can be invented. */
export interface LabelledChunk {
  /** By label, in the order of the chunk. */
  readonly cases: ReadonlyMap<string, LabelledCase>;
  /** Every record that is a neighbour of any case, once, by label: `M1`, `M2`, ... */
  readonly records: ReadonlyMap<string, MemoryRecord>;
}

/** Gives each candidate and each record of a chunk one label, in order of appearance. */
export function labelChunk(cases: readonly Case[]): LabelledChunk {
  const records = new Map<string, MemoryRecord>();
  const labels = new Map<string, string>();
  const labelOf = (record: MemoryRecord) => {
    const label = labels.get(record.id) ?? `M${labels.size + 1}`;
    labels.set(record.id, label);
    records.set(label, record);
    return label;
  };
  const labelled = cases.map((one, index): [string, LabelledCase] => {
    const label = `C${index + 1}`;
    return [
      label,
      { ...one, label, neighbourLabels: one.neighbours.map((neighbour) => labelOf(neighbour.record)) },
    ];
  });
  return { cases: new Map(labelled), records };
}
