/**
 * Two fingerprints of a page's HTML, both from one linear scan.
 *
 * The revision covers what a reader can see and the markup around it. Left out are comments, programs, style sheets, `link`
 * and `meta` elements and `nonce` attributes, because they change with every build or even every request while the article
 * stays the same; a re-run would otherwise find every page changed. Programs of type `math/…` are formulas and stay in.
 *
 * The text fingerprint is that of the words alone, without digits, and finds pages that a program makes up: calendars, session
 * mazes, one page under endless addresses.
 */
import { createHash } from 'node:crypto';

const UNSEEN = new Set(['link', 'meta', 'base', 'script', 'style']);
/** Elements whose content is text, so that tags in them are none. */
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea']);
const NONCE = /\snonce\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/i;

export function pageSignature(html: string): { readonly revision: string; readonly text: string } {
  const markup: string[] = [];
  const words: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  for (;;) {
    const open = lower.indexOf('<', at);
    take(open === -1 ? lower.length : open);
    if (open === -1) break;
    if (lower.startsWith('<!--', open)) {
      at = endOf('-->', open + 4) + 3;
      continue;
    }
    const name = /^<\/?([a-z][^\s/>]*)/.exec(lower.slice(open, open + 40))?.[1];
    const close = name === undefined ? -1 : tagEnd(open);
    if (name === undefined || close === -1) {
      take(name === undefined ? open + 1 : lower.length);
      continue;
    }
    const tag = html.slice(open, close);
    at = close;
    if (!UNSEEN.has(name)) markup.push(tag.replace(NONCE, ''));
    if (!TEXT_ONLY.has(name) || tag.startsWith('</')) continue;
    const end = endOf(`</${name}`, at);
    if (!UNSEEN.has(name) || /\btype\s*=\s*["']?math\//i.test(tag)) take(end);
    at = end;
  }
  return { revision: digest(markup.join('')), text: digest(words.join(' ').replace(/[\d\s]+/g, ' ')) };

  function take(end: number): void {
    markup.push(html.slice(at, end));
    words.push(lower.slice(at, end));
    at = end;
  }

  function endOf(mark: string, from: number): number {
    const found = lower.indexOf(mark, from);
    return found === -1 ? lower.length : found;
  }

  /** Past the `>` that is in no quotes; -1 when the tag is never closed. */
  function tagEnd(open: number): number {
    let quote = '';
    for (let index = open + 1; index < lower.length; index += 1) {
      const character = lower[index]!;
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === '>') return index + 1;
      else if (character === '"' || character === "'") quote = character;
    }
    return -1;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
