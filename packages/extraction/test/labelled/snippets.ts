import { heard } from "../said.ts";
import type { Score, Scored } from "./score.ts";

/** A row of `extraction/dataset.jsonl` with its row of `labels.jsonl`. */
export interface Snippet {
  readonly id: string;
  readonly text: string;
  readonly memories: readonly { readonly type: string; readonly content: string }[];
}

/**
 * Scores the 40 labelled snippets, memory by memory. A decision or a preference is wanted as one, a fact as domain when it
 * lasts; commitments and opinions are not wanted. What was taken answers the wanted memory it shares most words with.
 */
export function scoreSnippets(snippets: readonly Snippet[]): Score {
  const score = { right: [], noise: [], misfiled: [], missed: [] } as { [part in keyof Score]: Scored[] };
  for (const { id, text, memories } of snippets) {
    let open = memories.flatMap(({ type, content }, index) => {
      const category = wantedAs(type, `${id}/${index}`);
      return category === undefined ? [] : [{ category, content }];
    });
    for (const one of heard(text).found) {
      const said = `${one.proposal.summary} ${one.proposal.detail ?? ""}`;
      const [best] = open
        .map((memory) => ({ memory, shared: sharedWords(said, memory.content) }))
        .filter(({ shared }) => shared >= 3)
        .sort((a, b) => b.shared - a.shared);
      const scored = { text: `${id}: ${text}`, wanted: best ? [best.memory.category] : [], found: [one] };
      if (best === undefined) score.noise.push(scored);
      else score[best.memory.category === one.category ? "right" : "misfiled"].push(scored);
      open = open.filter((memory) => memory !== best?.memory);
    }
    for (const { category, content } of open)
      score.missed.push({ text: `${id}: ${content}`, wanted: [category], found: [] });
  }
  return score;
}

function wantedAs(type: string, place: string): string | undefined {
  if (type === "fact") return passingFacts.has(place) ? undefined : "domain";
  return type === "decision" || type === "preference" ? type : undefined;
}

/** Facts that tell of one day or of one year, or of how things stand; the others say how things are, or what binds. */
const passingFacts: ReadonlySet<string> = new Set([
  "mem_003/0",
  "mem_013/0",
  "mem_013/1",
  "mem_027/0",
  "mem_032/0",
  "mem_032/1",
  "mem_033/0",
  "mem_040/1",
]);

function sharedWords(one: string, other: string): number {
  const said = new Set(longWords(one));
  return new Set(longWords(other).filter((word) => said.has(word))).size;
}

function longWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}-]{4,}/gu) ?? [];
}
