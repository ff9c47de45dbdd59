const QUOTED =
  /`[^`]*`|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])|‘[^‘’]*’(?!\p{L})/gu;

/** Returns a test for whether a range of `text` overlaps a quotation or inline code. Offsets in UTF-16 units, end exclusive. */
export function quotedIn(text: string): (start: number, end: number) => boolean {
  const quoted = new Uint8Array(text.length);
  for (const { 0: match, index } of text.matchAll(QUOTED)) quoted.fill(1, index, index + match.length);
  return (start, end) => quoted.subarray(start, end).includes(1);
}
