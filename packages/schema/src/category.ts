import * as z from "zod";

/** The four kinds of memory. */
export const categories = ["lesson", "preference", "decision", "domain"] as const;
export const categorySchema = z.enum(categories);
export type Category = z.infer<typeof categorySchema>;

/** The plural key and folder name of a category. */
export const groupOf = {
  lesson: "lessons",
  preference: "preferences",
  decision: "decisions",
  domain: "domain",
} as const satisfies { readonly [category in Category]: string };

export type Group = (typeof groupOf)[Category];
export const groups = categories.map((category) => groupOf[category]) as readonly Group[];

export function categoryOf(group: string): Category | undefined {
  return categories.find((category) => groupOf[category] === group);
}

/** Whose memory it is: this project's, or the person's in every project. */
export const scopes = ["project", "user"] as const;
export const scopeSchema = z.enum(scopes);
export type Scope = z.infer<typeof scopeSchema>;

/** Who vouches for a text, the most trusted first. It comes from the source, never from the text. */
export const trusts = ["user", "agent", "derived"] as const;
export const trustSchema = z.enum(trusts);
export type Trust = z.infer<typeof trustSchema>;

/** True when `a` is less trusted than `b`. */
export function isLessTrusted(a: Trust, b: Trust): boolean {
  return trusts.indexOf(a) > trusts.indexOf(b);
}
