import { textFragment } from '@ibid/client';

/** Returns a URL that opens a page at a section or, with `quote`, at the quoted words. */
export function hrefTo(target: { readonly url: string; readonly anchor: string }, quote = ''): string {
  const text = textFragment(quote);
  // `encodeURI` keeps normal ids readable and prevents a hostile one from ending the fragment.
  const hash = encodeURI(target.anchor.toWellFormed()) + (text === '' ? '' : `:~:text=${text}`);
  return hash === '' ? target.url : `${target.url}#${hash}`;
}
