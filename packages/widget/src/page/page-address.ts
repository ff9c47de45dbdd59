import type { Destination } from '../config/index.ts';

/**
 * Constants for text fragments (`#anchor:~:text=…`), with which a link leads to the quoted words without a script: in a new tab,
 * or after copying it. An exact one must be inside one block, so a long quote, or one over several lines or cells, is given by
 * its first and last words. `-`, `,` and `&` have a meaning there and are always escaped.
 */
const LONGEST = 160;
const EDGE = 6;
const BORDERS = /\n[ \t]*(?:(?:[-*]|\d+[.)])[ \t]+)?| \| /;

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

/** The part after `:~:text=`; `''` for a blank quote. */
export function textFragment(quote: string): string {
  const runs = quote
    .split(BORDERS)
    .map((run) => run.split(/\s+/).filter(Boolean))
    .filter((run) => run.length > 0);
  const first = runs[0] ?? [];
  const whole = first.join(' ');
  if (runs.length < 2 && (whole.length <= LONGEST || first.length < 2 * EDGE)) return escape(whole);
  return `${escape(first.slice(0, EDGE).join(' '))},${escape(runs.at(-1)!.slice(-EDGE).join(' '))}`;
}

function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');
}
