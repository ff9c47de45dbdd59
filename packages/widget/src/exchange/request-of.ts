import type { AskRequest, Turn } from '@ibid/client';
import { flat, markdownOf, type MarkdownStyle } from './answer-markdown.ts';
import type { Exchange } from './exchange.ts';

const PLAIN: MarkdownStyle = { words: ({ text }, from, to) => flat(text.slice(from, to)).trim(), notes: () => '' };

/** What the API takes and the panel keeps, in Unicode characters unless said otherwise. Nothing here is above the server's own limits. */
export const ASK_LIMITS = {
  query: 2_000,
  selection: 5_000,
  name: 500,
  url: 2_000,
  /** Number of turns that go along, and the length of each. */
  turns: 20,
  turn: 2_000,
  /** Of feedback. */
  note: 500,
  /** Number of exchanges that a conversation keeps. */
  exchanges: 20,
} as const;

/**
 * What is sent for a question: all of its scope, and what was said `before` it, oldest first. Texts are cut to the limits of the API; a scope is not, as half a name would name something else.
 */
export function requestOf(
  { question, scope, exact }: Pick<Exchange, 'question' | 'scope' | 'exact'>,
  before: readonly Exchange[],
): AskRequest {
  const { selection, onlySelection, page, section, locale, version } = scope;
  const history = earlierExchanges(before).flatMap(turnsOf);
  return {
    query: clip(question.trim(), ASK_LIMITS.query),
    ...(selection === undefined
      ? {}
      : {
          selection: {
            text: clip(selection.text, ASK_LIMITS.selection),
            // These only help to find the passage.
            ...(selection.url.length > ASK_LIMITS.url ? {} : named('url', selection.url)),
            ...(selection.section.length > ASK_LIMITS.name ? {} : named('section', selection.section)),
            ...(onlySelection ? {} : { only: false }),
          },
        }),
    ...(page === undefined
      ? {}
      : { page: page.url, ...(section === undefined ? {} : { section: section.id || section.title }) }),
    ...named('locale', locale),
    ...named('version', version),
    ...(exact === true ? { exact } : {}),
    ...(history.length === 0 ? {} : { history }),
  };
}

function turnsOf({ question, statements }: Exchange): readonly Turn[] {
  return [
    { role: 'reader', text: clip(question, ASK_LIMITS.turn) },
    { role: 'assistant', text: clip(markdownOf(statements, PLAIN), ASK_LIMITS.turn).trim() },
  ];
}

function named<K extends string>(key: K, value: string): { readonly [_ in K]?: string } {
  return value === '' ? {} : ({ [key]: value } as { readonly [_ in K]: string });
}

/** The first `most` Unicode characters. */
export function clip(text: string, most: number): string {
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}

/**
 * Those of `before` (oldest first) that go along with the next question: the latest answered ones, so that a failed or refused one says
 * nothing about what the reader means.
 */
function earlierExchanges(before: readonly Exchange[]): readonly Exchange[] {
  return before
    .filter(({ state, statements }) => state === 'answered' && statements.some(({ text }) => text.trim() !== ''))
    .slice(-ASK_LIMITS.turns / 2);
}
