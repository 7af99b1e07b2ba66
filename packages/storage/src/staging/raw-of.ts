/** What can't be read, whole, as it can stand in JSON: its text, or base64 where it is no text. */
export interface Raw {
  readonly raw: string;
  readonly raw_encoding?: "base64";
}

export function rawOf(bytes: Uint8Array): Raw {
  try {
    return { raw: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { raw: Buffer.from(bytes).toString("base64"), raw_encoding: "base64" }; // not UTF-8: decoding would lose bytes
  }
}
