/**
 * Text fragments (`#anchor:~:text=…`). An exact fragment must be inside one block of the page. So a long quote, or one that spans lines or
 * table cells, is given by its first and last words. List markers, marks of tasks and cell borders are left out, because they are not text of the page.
 * `-`, `,` and `&` are fragment syntax and always escaped.
 */
const LONGEST_EXACT = 160;
const EDGE_WORDS = 6;
const BORDERS = /(?:^|\n)[ \t]*(?:(?:[-*☑☐]|\d+[.)])[ \t]+)+|\n[ \t]*|(?<!\S)\|(?!\S)/u;

function escape(text: string): string {
  // An unpaired surrogate, which a page may contain, cannot be encoded.
  return encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');
}

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** Returns the part after `:~:text=` for a verbatim quote; `''` for a blank quote. */
export function textFragment(quote: string): string {
  const runs = quote
    .split(BORDERS)
    .map(words)
    .filter((run) => run.length > 0);
  const first = runs[0] ?? [];
  const last = runs.at(-1) ?? [];
  if (runs.length <= 1 && (first.join(' ').length <= LONGEST_EXACT || first.length < 2 * EDGE_WORDS)) {
    return escape(first.join(' '));
  }
  return `${escape(first.slice(0, EDGE_WORDS).join(' '))},${escape(last.slice(-EDGE_WORDS).join(' '))}`;
}
