import { groups, type Scope } from "@holdfast/schema";

/** A proposal whose members belong to `scope` where they don't say otherwise. What has no known shape is left for the reader to refuse. */
export function withScope(proposal: unknown, scope: Scope | undefined): unknown {
  if (scope === undefined || !isObject(proposal)) return proposal;
  if (isObject(proposal.candidates))
    return { ...proposal, candidates: withScope(proposal.candidates, scope) };
  const scoped = groups.flatMap((group) => {
    const members = proposal[group];
    return Array.isArray(members) ? [[group, members.map((member) => memberWith(member, scope))]] : [];
  });
  return { ...proposal, ...Object.fromEntries(scoped) };
}

function memberWith(member: unknown, scope: Scope): unknown {
  if (typeof member === "string") return { text: member, scope_suggestion: scope };
  if (!isObject(member)) return member;
  return { ...member, scope_suggestion: member.scope_suggestion ?? scope };
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
