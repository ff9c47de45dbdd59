import { oneLine, type AskRequest, type Turn } from '@ibid/client';
import { markdownOf, type MarkdownStyle } from './answer-markdown.ts';
import type { Exchange } from './exchange.ts';

const PLAIN: MarkdownStyle = { words: ({ text }, from, to) => oneLine(text.slice(from, to)).trim(), notes: () => '' };

/** Limits of the API and of the panel, in Unicode characters unless noted otherwise. None is above the server's own limit. */
export const ASK_LIMITS = {
  query: 2_000,
  selection: 5_000,
  name: 500,
  url: 2_000,
  /** Number of earlier turns sent with a question, and the length of each. */
  turns: 20,
  turn: 2_000,
  /** Length of a feedback note. */
  note: 500,
  /** Number of exchanges kept in a conversation. */
  exchanges: 20,
} as const;

/**
 * Builds the request for a question, with its whole scope and the turns `before` it, oldest first. Texts are cut to the limits of
 * the API; names of the scope are not, because half a name would name something else.
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
            // Optional: they only help to find the passage.
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
 * Picks from `before` (oldest first) the exchanges sent with the next question: the latest answered ones. A failed or refused one
 * does not help to understand the question.
 */
function earlierExchanges(before: readonly Exchange[]): readonly Exchange[] {
  return before
    .filter(({ state, statements }) => state === 'answered' && statements.some(({ text }) => text.trim() !== ''))
    .slice(-ASK_LIMITS.turns / 2);
}
