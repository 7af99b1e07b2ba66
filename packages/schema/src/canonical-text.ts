/**
 * The text of a candidate as it is compared and hashed: NFC, every run of white space one blank, trimmed.
 * What is stored keeps its own white space.
 */
export function canonicalText(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** A single line: line breaks and runs of white space become one blank. */
export function singleLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
