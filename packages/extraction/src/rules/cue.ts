import type { Category } from "@holdfast/schema";

/**
 * A way in which people lay something down. A form sees one clause, without its greeting and its "please"; it is
 * anchored at the beginning, so that a cue word in the middle of a description is not heard.
 */
export interface Cue {
  /** How people say it. */
  readonly name: string;
  /** `said` is what was laid down (all that matched when there is no such group); `topic` what it is about. */
  readonly form: RegExp;
  readonly category: Category;
  /** How the summary begins, when the cue took its beginning away. */
  readonly begin?: string;
  /** Why it is safe to take this as laid down for good. */
  readonly safe: string;
}

/** What a cue let through: the words laid down, and how the summary begins. */
export interface HeardCue {
  readonly category: Category;
  readonly said: string;
  readonly begin?: string | undefined;
}

/** The first cue that a clause follows. */
export function matchCue(cues: readonly Cue[], clause: string): HeardCue | undefined {
  for (const { form, category, begin } of cues) {
    const found = form.exec(clause);
    if (found === null) continue;
    const { said, topic } = found.groups ?? {};
    return { category, said: said ?? found[0], begin: topic === undefined ? begin : `${topic}: ` };
  }
  return undefined;
}

/** A form: without regard to case, `.` also over wrapped lines. */
export function form(source: string): RegExp {
  return new RegExp(source, "isu");
}

/** Whatever follows, as what was said. */
export const rest = "(?<said>\\S.*)$";

/** Not a bare "it" or "option 2": those answer a question of the moment, and say nothing later. */
export const named =
  "(?!(?:option|variant|approach|version|number|plan|proposal|solution|suggestion)\\s+\\w{1,2}\\b" +
  "|[b-d1-9]\\)?(?:\\s|[.,;!]|$)|a(?:\\)|[.,;!]|\\s*$|\\s+(?:because|since|as|instead|over|then|please|it)\\b)" +
  "|(?:that|this|it|them|those|these)\\b(?:\\s*$|[.,;!]|\\s+(?:one|instead|way|version|approach|option)\\b)" +
  "|the (?:first|second|third|last|latter|former|other|simpler|simple|left|right)\\b|the (?:plan|way|direction)\\b(?:\\s*$|[.,;!])|what\\b|yes\\b|no[.!]*$|your\\b)";
