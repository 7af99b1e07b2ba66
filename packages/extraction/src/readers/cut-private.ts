/** What is left of a text without its private blocks. `isOpen` when the last one is not closed. */
export interface WithoutPrivate {
  readonly text: string;
  readonly isOpen: boolean;
}

/**
 * Takes out what stands between `<private>` and `</private>`. Blocks may stand in one another; one that is not closed reaches to the end. A
 * tag that closes nothing is left alone, but where `wasOpen` tells that a block of the turn before was not closed: then everything up
 * to it goes too. `<private/>` opens nothing. A tag counts with attributes, blanks and invisible characters in it, escaped for HTML, JSON
 * or an address, and in wide letters. Linear.
 */
export function cutPrivate(text: string, wasOpen = false): WithoutPrivate {
  let kept = "";
  let depth = 0;
  let from = 0;
  let isFirst = true;
  for (const tag of privateTags(text)) {
    if (isFirst && tag.closes && wasOpen) from = tag.end;
    isFirst = false;
    if (!tag.closes && depth++ === 0) kept += text.slice(from, tag.start);
    if (tag.closes && depth > 0 && --depth === 0) from = tag.end;
  }
  if (depth > 0) return { text: kept, isOpen: true };
  return { text: from === 0 ? text : kept + text.slice(from), isOpen: false };
}

interface Tag {
  readonly start: number;
  readonly end: number;
  readonly closes: boolean;
}

/** What stands in the quotes of an opening tag is no tag. */
function* privateTags(text: string): Generator<Tag> {
  let open = 0;
  for (const found of text.matchAll(beginningOfTag)) {
    const start = found.index;
    const after = start + found[0].length;
    if (start < open) continue;
    const rest = text.slice(after, after + longestTag);
    const closes = found[1] !== "";
    const quoted = closes ? null : quotedAttributes.exec(rest);
    const [attributes] = quoted ?? plainAttributes.exec(rest) ?? [];
    if (attributes === undefined) continue;
    if (!closes && /[/\uff0f]\s*$/u.test(attributes.replace(bracket, ""))) continue;
    const end = after + attributes.length;
    if (!closes) open = end;
    yield { start, end, closes };
  }
}

/** Most characters of a tag after its name. */
const longestTag = 500;

const invisible =
  "[\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufe00-\\ufe0f\\ufeff]";
const gap = `(?:\\s|${invisible}){0,20}`;
const name = [..."private"]
  .map((letter) => `[${letter}${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}]`)
  .join(`${invisible}{0,8}`);
const opens = "(?:[<\\uff1c\\ufe64]|&(?:amp;)?(?:lt|#60|#x3c);|\\\\{1,4}(?:u003c|x3c)|%3c)";
const ends = "(?:[>\\uff1e\\ufe65]|&(?:amp;)?(?:gt|#62|#x3e);|\\\\{1,4}(?:u003e|x3e)|%3e)";
const slash = "(?:\\\\{0,4}/|\\uff0f|&#47;|&#x2f;|%2f)";
const beginningOfTag = new RegExp(
  `${opens}${gap}(${slash}?)${gap}${name}(?=\\s|${invisible}|${slash}|${ends})`,
  "giu",
);
/** A quote may hold brackets; where one is not closed, it is an apostrophe. */
const quotedAttributes = new RegExp(`^(?:"[^"]*"|'[^']*'|(?!${ends})[^<\\uff1c"'])*${ends}`, "iu");
const plainAttributes = new RegExp(`^(?:(?!${ends})[^<\\uff1c])*${ends}`, "iu");
const bracket = new RegExp(`${ends}$`, "iu");
