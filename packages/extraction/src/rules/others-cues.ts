import type { Cue } from "./cue.ts";

/** A named person, or someone the speaker works for: not "the user" of a scenario, nor the agent. Names keep their capital. */
const someone =
  "(?!(?:User|Claude|Codex|Gemini|Cursor|Copilot|I|It|This|That|We|You|They|The|A|An|If|When|Then|So|But|And|Session|Test|Agent|React|Vue|Angular|Svelte|Next|TypeScript|JavaScript|Node|Deno|Bun|Go|Rust|Python|Java|Kotlin|Swift|Ruby|Postgres|MySQL|SQLite|Redis|Docker|Git|GitHub|GitLab|Linux|Windows|Chrome|Firefox|Safari|ESLint|Prettier|Biome|Vite|Webpack|Jest|Vitest)\\b)" +
  "(?:\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?|(?:[Tt]he|[Oo]ur|[Mm]y) (?:customers?|clients?|boss|manager|team|designers?|accountant|lawyers?|management|board|maintainers?|product owner|CTO|CEO|PO))";
const contrast =
  "(?=.*\\b(?:over|rather than|instead of|not|than|even (?:when|if|though|at)|to \\p{L}+ (?:for|in)|only|no)\\b)";
const wish = "(?: really| strongly| generally| usually| always| much| clearly)*";

/** What someone else prefers or has decided, as the speaker tells it: both sides are named, so that it can be kept. */
export const othersCues: readonly Cue[] = [
  {
    name: "Ada prefers X over Y",
    category: "preference",
    form: cased(
      `^${someone}${wish} prefers? (?!(?:this|that|it|to (?:see|have) (?:this|that|it)|(?:the|this|that) \\w+ (?:one|version|draft))\\b)${contrast}.{3,}$`,
    ),
    safe: "Present tense, a person, and what it is preferred to.",
  },
  {
    name: "Ada strongly prefers X",
    category: "preference",
    form: cased(`^${someone} (?:strongly|generally|always|usually) prefers? (?!(?:this|that|it)\\b).{3,}$`),
    safe: "The adverb says that it is no matter of the moment.",
  },
  {
    name: "Ada told me she'd rather have X than Y",
    category: "preference",
    form: cased(
      `^${someone} (?:told me|told us|says?|said|mentioned)(?: that)? (?:she|he|they)(?:'d| would) (?:much )?(?:rather|prefer)\\b.{3,} (?:than|instead of|over)\\b.+$`,
    ),
    safe: "As above, as it was told.",
  },
  {
    name: "Ada decided to do X, not Y",
    category: "decision",
    form: cased(
      `^${someone}(?: has| have)? (?:decided|agreed|chose) (?:to|on|against|that) (?!(?:it|this|that|these|those)\\b)(?=.*(?:\\b(?:because|instead of|over|rather than|not|only|for good|no longer)\\b|[-–—,] no\\b)).{3,}$`,
    ),
    safe: "It has been decided by someone who is named, and for a reason or against something.",
  },
];

/** Names are told by their capital, so these forms mind the case. */
function cased(source: string): RegExp {
  return new RegExp(source, "su");
}
