/**
 * Text fragments (`#anchor:~:text=…`). An exact fragment must lie inside one block of the page, so a quote that runs over
 * lines or table cells, or a long one, is named by its first and last words; list markers and cell borders are drawn by the
 * page, not written in it. `-`, `,` and `&` are syntax in a fragment and are always escaped.
 */
const LONGEST_EXACT = 160;
const EDGE_WORDS = 6;
const BORDERS = /\n[ \t]*(?:(?:[-*]|\d+[.)])[ \t]+)?| \| /u;

function escape(text: string): string {
  // Half a character, which a page may hold, cannot be encoded.
  return encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');
}

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** Returns the text after `:~:text=` for a verbatim quote; `''` for a blank one. */
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

/** URL that opens a page at a section and, with a quote, at its words. */
export function hrefTo(target: { readonly url: string; readonly anchor: string }, quote = ''): string {
  const text = textFragment(quote);
  // encodeURI leaves real ids readable and keeps a hostile one from closing the fragment.
  const hash = encodeURI(target.anchor.toWellFormed()) + (text === '' ? '' : `:~:text=${text}`);
  return hash === '' ? target.url : `${target.url}#${hash}`;
}
