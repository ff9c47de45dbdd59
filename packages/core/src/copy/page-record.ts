import type { IndexedPage, TermCounts } from '../types/store.ts';
import { inOrder } from './in-order.ts';

/** All that a page holds as one text: equal for equal pages, whatever order their store gives keys and words in. */
export function pageRecord({ chunks, ...page }: IndexedPage): string {
  return JSON.stringify([inOrder(page), chunks.map(({ chunk, terms }) => [inOrder(chunk), termRecord(terms)])]);
}

function termRecord({ title, headings, body }: TermCounts): unknown {
  return [title, headings, body].map((counts) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
