import type { Mark } from '@ibid/core/types';
import { escapeHtml } from './html-document.ts';
import type { MarkedText } from '@ibid/core/pages';

const TAGS: Readonly<Record<Exclude<Mark['kind'], 'link'>, string>> = {
  code: 'code',
  math: 'code',
  strong: 'strong',
  emphasis: 'em',
  sub: 'sub',
  sup: 'sup',
};
const MAX_DEPTH = 8;

/** Renders part of a text with its marks as HTML. All text is escaped, and whatever the marks are, the displayed text is exactly that part. */
export function markedHtml({ text, marks }: MarkedText, from = 0, to: number = text.length): string {
  const queue = marks.filter(({ start, end }) => start < to && end > from);
  let next = 0;

  function html(start: number, end: number, depth: number): string {
    let made = '';
    let at = start;
    while (next < queue.length && queue[next]!.start < end) {
      const mark = queue[next++]!;
      const begin = Math.max(at, mark.start);
      const stop = Math.min(end, mark.end);
      if (begin >= stop || depth >= MAX_DEPTH) continue;
      made += escapeHtml(text.slice(at, begin)) + wrapped(mark, html(begin, stop, depth + 1));
      at = stop;
    }
    return made + escapeHtml(text.slice(at, end));
  }
  return html(from, to, 0);
}

function wrapped({ kind, href }: Mark, inner: string): string {
  if (kind !== 'link') return `<${TAGS[kind]}>${inner}</${TAGS[kind]}>`;
  if (!/^https?:\/\//iu.test(href) || !URL.canParse(href)) return inner;
  // The site itself may not be available here, so the link opens the reader view.
  const { pathname, hash } = new URL(href);
  return `<a href="${escapeHtml(`/read${pathname}${hash}`)}">${inner}</a>`;
}
