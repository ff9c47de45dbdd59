import type { Citation } from '../client/wire.ts';
import type { Destination } from '../config/host-page.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import type { Exchange } from './exchange.ts';
import { markdownOf } from './markdown-of.ts';

/**
 * The answer as Markdown to take along: footnote numbers in it, and below each footnote as a link to its page with the quoted words.
 * The only links are those that `hrefOf` gives, under the page's own address; text of pages can make none. `''` without statements.
 */
export function answerMarkdown(
  { statements, citations }: Pick<Exchange, 'statements' | 'citations'>,
  hrefOf: (to: Destination) => string,
): string {
  const used = new Set(statements.flatMap((statement) => statement.citations));
  const notes = citations
    .filter(({ index }) => used.has(index))
    .map((citation) => `[^${citation.index}]: ${linkOf(citation, hrefOf)} “${escapeMarkdown(flat(citation.quote))}”`);
  const answer = markdownOf(statements, {
    words: escapeMarkdown,
    notes: (statement) =>
      statement.citations
        .map((index) => ` [^${index}]`)
        .join('')
        .replaceAll('] [', ']['),
  });
  return answer === '' ? '' : `${answer}\n\n${notes.join('\n')}\n`;
}

function linkOf(citation: Citation, hrefOf: (to: Destination) => string): string {
  const { url, anchor, quote, title, section } = citation;
  const place = [title, section].filter((part, at, all) => part !== '' && part !== all[at - 1]).join(' › ');
  // Some readers of Markdown take the escapes of brackets within a link away, and then read it again.
  const name = escapeMarkdown(flat(place === '' ? url : place))
    .replaceAll(String.raw`\[`, '&#91;')
    .replaceAll(String.raw`\]`, '&#93;');
  const address = absolute(hrefOf({ url, anchor, quote }), url);
  return address === '' ? name : `[${name}](<${address}>)`;
}

/** `''` for what is no address of a page. */
function absolute(href: string, page: string): string {
  try {
    const address = new URL(href, page);
    return href !== '' && /^https?:$/u.test(address.protocol) ? address.href : '';
  } catch {
    return '';
  }
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
