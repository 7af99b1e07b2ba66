import { terms } from "@holdfast/schema";

/**
 * The clauses of `from` that deny or forbid something which no clause of `to` denies or forbids. A negation may be reworded
 * (`never`, `avoid`, `instead of`), not lost.
 */
export function lostNegations(from: string, to: string): string[] {
  const kept = clausesOf(to)
    .filter((clause) => anyNegation.test(clause))
    .map((clause) => new Set(terms(clause)));
  return clausesOf(from).filter((clause) => {
    const denied = deniedIn(clause);
    return (
      denied.length > 0 &&
      !kept.some((words) => denied.filter((term) => words.has(term)).length * 2 >= denied.length)
    );
  });
}

const plainNegation =
  /\b(?:not|no|never|none|neither|nor|nothing|without|cannot|avoid\w*|forbid\w*|prohibit\w*)\b|n['\u2019]t\b|[\u4e0d\u6ca1\u7121\u65e0\u52ff\u7981\u83ab\u672a\u522b]/iu;
const anyNegation = new RegExp(
  `${plainNegation.source}|\\b(?:instead|rather|ban|bans|banned|disallow\\w*|stop\\w*|refuse\\w*|except|unless|drop\\w*|remove\\w*|replace\\w*|only|fail\\w*)\\b`,
  "iu",
);
const negationTerms = new Set([
  ...terms("not no never none neither nor nothing without avoid avoided forbid forbidden prohibit"),
]);

/** Most terms after a negation that say what is denied. */
const reach = 4;

/** The terms that a clause denies: those after its negation, else those before it. */
function deniedIn(clause: string): string[] {
  const found = plainNegation.exec(clause);
  if (!found) return [];
  const telling = (text: string) => terms(text).filter((term) => !negationTerms.has(term));
  const after = telling(clause.slice(found.index + found[0].length)).slice(0, reach);
  return [...new Set(after.length > 0 ? after : telling(clause.slice(0, found.index)).slice(-reach))];
}

function clausesOf(text: string): string[] {
  return text
    .split(/[.,;:!?()]+(?=\s|$)|[\u3002\uff0c\uff1b\uff1a\uff01\uff1f\n]+/u)
    .filter((clause) => clause.trim() !== "");
}
