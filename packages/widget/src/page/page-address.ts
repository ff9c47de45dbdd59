import { textFragment } from '@ibid/client';
import type { Destination } from '../config/index.ts';

/** Address in the form of the index: http or https without query, hash, `index.html` and trailing slashes; `''` for anything else. */
export function pageUrl(address: string, base?: string): string {
  if (!URL.canParse(address, base)) return '';
  const { protocol, host, pathname } = new URL(address, base);
  return /^https?:$/.test(protocol)
    ? `${protocol}//${host}${pathname.replace(/(?:\/(?:index\.html)?)+$/, '') || '/'}`
    : '';
}

/** Key that is equal for two spellings of a page's path: it ignores escapes and a final slash, `index.html` or `.html`. */
export function pageKey(path: string): string {
  const short = path.replace(/\/{2,}/g, '/').replace(/(?:\/|\/index\.html|(?<=[^/])\.html)+$/, '');
  try {
    return decodeURI(short).normalize('NFC') || '/';
  } catch {
    return short || '/';
  }
}

/** Hash that opens a page at a section and, with a quote, at its words; `''` for the top of the page. */
export function hashOf({ anchor, quote }: Pick<Destination, 'anchor' | 'quote'>): string {
  const text = textFragment(quote);
  const hash = encodeURI(anchor.toWellFormed()).replaceAll('#', '%23') + (text === '' ? '' : `:~:text=${text}`);
  return hash === '' ? '' : `#${hash}`;
}
