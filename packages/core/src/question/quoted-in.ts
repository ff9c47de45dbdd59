const QUOTED =
  /`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])|‘[^’]*’(?!\p{L})/gu;

/** Returns a test for whether a range of `text` overlaps a quotation or inline code. Offsets in UTF-16 units, end exclusive. */
export function quotedIn(text: string): (start: number, end: number) => boolean {
  const ranges = [...text.matchAll(QUOTED)].map((match) => [match.index, match.index + match[0].length] as const);
  return (start, end) => ranges.some(([from, to]) => start < to && end > from);
}
