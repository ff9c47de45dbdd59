const LONGEST_QUOTE = 240;

/** Address in the reader view of a quoted passage, `#` for one that no page has; long quotes are named by their first and last words. */
export function readerLink({ url, anchor, quote = '' }) {
  if (!URL.canParse(url)) return '#';
  const path = `/read${new URL(url).pathname}`;
  const query = new URLSearchParams();
  if (quote.length <= LONGEST_QUOTE) {
    if (quote !== '') query.set('quote', quote);
  } else {
    query.set('quote', quote.slice(0, LONGEST_QUOTE / 2).toWellFormed());
    query.set('quote-end', quote.slice(-LONGEST_QUOTE / 2).toWellFormed());
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const hash = anchor === '' ? '' : `#${encodeURIComponent(anchor)}`;
  return path + search + hash;
}
