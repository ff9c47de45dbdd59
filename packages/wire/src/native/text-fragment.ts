/**
 * Text fragments (`#anchor:~:text=…`). An exact fragment must lie inside one block of the page, so a quote with line
 * breaks, or a long one, is named by its first and last words. `-`, `,` and `&` are syntax there and are always escaped.
 */
const LONGEST_EXACT = 160;
const EDGE_WORDS = 6;

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll('-', '%2D');
}

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** What follows `:~:text=` for a verbatim quote; `''` for a blank one. */
export function textFragment(quote: string): string {
  const lines = quote.split('\n').filter((line) => line.trim() !== '');
  const first = words(lines[0] ?? '');
  const last = words(lines.at(-1) ?? '');
  if (lines.length <= 1) {
    if (first.join(' ').length <= LONGEST_EXACT || first.length < 2 * EDGE_WORDS) return escape(first.join(' '));
  }
  const start = first.slice(0, EDGE_WORDS).join(' ');
  const end = last.slice(-EDGE_WORDS).join(' ');
  return `${escape(start)},${escape(end)}`;
}

/** URL that opens a page at a section and, with a quote, at its words. */
export function hrefTo(target: { readonly url: string; readonly anchor: string }, quote = ''): string {
  const text = textFragment(quote);
  // encodeURI leaves real ids readable and keeps a hostile one from closing the fragment.
  const hash = encodeURI(target.anchor.toWellFormed()) + (text === '' ? '' : `:~:text=${text}`);
  return hash === '' ? target.url : `${target.url}#${hash}`;
}
