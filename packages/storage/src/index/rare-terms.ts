/**
 * The rarest terms that stand anywhere, at most `most` of them. A term of a large share of the records is left out when there are
 * rarer ones, and so is what would have too many records looked at: a search then costs about the same in a large memory.
 */
export function rareTerms(
  frequency: ReadonlyMap<string, number>,
  { documents, most }: { documents: number; most: number },
): string[] {
  const rarestFirst = [...frequency]
    .filter(([, count]) => count > 0)
    .sort(([a, inA], [b, inB]) => inA - inB || (a < b ? -1 : 1))
    .slice(0, most);
  const common = Math.max(fewRecords, documents * largeShare);
  const chosen: string[] = [];
  let looked = 0;
  for (const [term, count] of rarestFirst) {
    looked += count;
    if (chosen.length >= atLeast && (count > common || looked > mostLooked)) break;
    chosen.push(term);
  }
  return chosen;
}

const atLeast = 3;
const fewRecords = 20;
const largeShare = 0.3;
const mostLooked = 20_000;
