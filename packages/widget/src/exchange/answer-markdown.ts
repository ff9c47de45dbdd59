import type { SectionLink } from '../client/wire.ts';
import type { Destination } from '../config/host-page.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import type { Exchange } from './exchange.ts';
import { excerptPlace } from './excerpt-place.ts';
import { markdownOf } from './markdown-of.ts';
import { markedMarkdown } from './marked-markdown.ts';

type HrefOf = (to: Destination) => string;

/**
 * The answer as Markdown to take along: above each excerpt a link to its section; of what a model worded, footnote numbers in it and below
 * each footnote as a link to its page with the quoted words. All links are those that `hrefOf` gives, under the page's own address; text
 * of pages can make none. `''` without statements.
 */
export function answerMarkdown(
  { statements, excerpts, citations }: Pick<Exchange, 'statements' | 'excerpts' | 'citations'>,
  hrefOf: HrefOf,
): string {
  const noted = statements.filter(({ excerpt }) => excerpt === null || excerpts[excerpt] === undefined);
  const used = new Set(noted.flatMap((statement) => statement.citations));
  const notes = citations
    .filter(({ index }) => used.has(index))
    .map((citation) => {
      const { title, section, quote } = citation;
      const place = [title, section].filter((part, at, all) => part !== '' && part !== all[at - 1]).join(' › ');
      return `[^${citation.index}]: ${linkOf(place, citation, hrefOf, quote)} “${escapeMarkdown(flat(quote))}”`;
    });
  const answer = markdownOf(statements, {
    words: markedMarkdown,
    notes: (statement) =>
      noted.includes(statement)
        ? statement.citations
            .map((index) => ` [^${index}]`)
            .join('')
            .replaceAll('] [', '][')
        : '',
    heading: (index) => {
      const excerpt = excerpts[index];
      return excerpt === undefined ? '' : linkOf(excerptPlace(excerpt), excerpt, hrefOf);
    },
  });
  return answer === '' ? '' : `${[answer, notes.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

function linkOf(
  place: string,
  { url, anchor }: Pick<SectionLink, 'url' | 'anchor'>,
  hrefOf: HrefOf,
  quote = '',
): string {
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
