import type { Destination } from '../config/host-page.ts';
import { textFragment } from './text-fragment.ts';

/** The hash that opens a page at a section and, with a quote, at its words; `''` for the top of the page. */
export function hashOf({ anchor, quote }: Pick<Destination, 'anchor' | 'quote'>): string {
  const text = textFragment(quote);
  const hash = encodeURI(anchor.toWellFormed()).replaceAll('#', '%23') + (text === '' ? '' : `:~:text=${text}`);
  return hash === '' ? '' : `#${hash}`;
}
