import { type Candidate, forgottenOf, type Similar } from "@holdfast/schema";
import type { Answer } from "./answer.ts";
import type { Catalogue } from "./catalogue.ts";
import { distinctTerms } from "./document.ts";
import { rareTerms } from "./rare-terms.ts";

/** What is known around a candidate: records that share rare terms with it, the same summary in any standing, refusals. */
export function findSimilar(catalogue: Catalogue, candidate: Candidate): Answer<Similar> {
  const terms = distinctTerms(candidate);
  const documents = catalogue.documents();
  const found = catalogue.frequency(terms);
  const asked = rareTerms(found, { documents, most: 8 });
  const similar = catalogue.matching({ terms: asked, limit: mostRecords });
  const keys = forgottenOf(candidate);
  const twins = catalogue.withSummary(keys.summary_key);
  return {
    value: {
      records: similar.map(({ record }) => record),
      twins: twins.map(({ record, standing }) => ({ record, standing })),
      refusals: catalogue.refusals(keys),
      documents,
      frequency: new Map(terms.map((term) => [term, found.get(term) ?? 0])),
    },
    paths: [...new Set([...similar, ...twins].map(({ path }) => path))],
  };
}

const mostRecords = 24;
