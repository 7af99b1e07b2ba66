/**
 * A text as a YAML value, readable where it can be: bare, as a block of lines, else in double quotes. Every YAML
 * reader gives the same text back, whatever is in it.
 */
export function yamlText(text: string, indent: string): string {
  if (bare.test(text) && !meaning.test(text)) return text;
  if (isPlainBlock(text)) return block(text, indent);
  return quoted(text);
}

/** Words that need no quotes, and times. */
const bare = /^(?:[A-Za-z][\w./-]*(?: [\w./-]+)*|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
/** Words that some YAML readers take for something else than a text. */
const meaning = /^(?:true|false|yes|no|on|off|null|y|n|nan|inf|e[-+]?[\d_.]+)$/i;

/** Lines that a literal block carries without an indentation indicator. */
function isPlainBlock(text: string): boolean {
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  return lines.length > 1 && lines.at(-1) !== "" && !/^\s/.test(text) && !odd.test(text);
}

function block(text: string, indent: string): string {
  const kept = text.endsWith("\n");
  const lines = (kept ? text.slice(0, -1) : text).split("\n");
  return [kept ? "|" : "|-", ...lines.map((line) => (line === "" ? "" : `${indent}${line}`))].join("\n");
}

/** JSON's escapes are YAML's; what YAML calls unprintable, or a reader may take for a line break, is escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    oddEverywhere,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const odd = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u;
const oddEverywhere = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
