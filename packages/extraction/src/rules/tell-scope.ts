import type { Scope } from "@holdfast/schema";

/** `user` only when the person says that it holds for them everywhere, not just in this project. */
export function tellScope(quote: string): Scope {
  return everywhere.some((form) => form.test(quote)) ? "user" : "project";
}

const everywhere: readonly RegExp[] = [
  /\b(?:in|across|for|on) (?:all|every|any|each)(?: (?:one )?of)?(?: (?:my|our))?(?: other)? (?:projects?|repos?|repositor(?:y|ies)|codebases?)\b/i,
  /\b(?:whatever|whichever|no matter (?:what|which)|regardless of)(?: the)? (?:project|repo|repository|codebase)\b/i,
  /\b(?:everywhere|wherever) i (?:work|code|go)\b/i,
  /\bi\b(?:(?!\bwe\b).)*\beverywhere\b/i, // "I prefer tabs everywhere"; "use UTC everywhere" is the project's
  /\bi always want you to\b/i,
  /\b(?:in general,?|generally,?|as a rule,?) i\b|\bi (?:generally|in general)\b/i,
  /所有(?:的)?项目|\bin allen (?:meinen )?projekten\b|\ben todos mis proyectos\b|\bdans tous mes projets\b/i,
];
