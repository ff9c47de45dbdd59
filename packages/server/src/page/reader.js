import { findQuote } from './find-quote.js';

const query = new URLSearchParams(location.search);
const quote = query.get('quote') ?? '';

if (quote !== '') {
  const ranges = findQuote(document.getElementById('ibid-page'), quote, query.get('quote-end') ?? '');
  // Wrapping splits text nodes, so the last range goes first.
  const marks = ranges.toReversed().map((range) => {
    const mark = document.createElement('mark');
    range.surroundContents(mark);
    return mark;
  });
  const first = marks.at(-1);
  if (first === undefined) {
    document.getElementById('ibid-note').textContent =
      'The quoted words are no longer on this page; it has changed since.';
  } else {
    first.id = 'ibid-quote';
    first.tabIndex = -1;
    // After the browser's own jump to the anchor in the address.
    requestAnimationFrame(() => {
      first.scrollIntoView({ block: 'center' });
      first.focus({ preventScroll: true });
    });
  }
}
