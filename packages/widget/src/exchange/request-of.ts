import type { AskRequest, Turn } from '../client/wire.ts';
import { ASK_LIMITS } from './ask-limits.ts';
import { clip } from './clip.ts';
import { earlierExchanges } from './earlier-exchanges.ts';
import type { Exchange } from './exchange.ts';
import { flat } from './marked-markdown.ts';
import { markdownOf, type MarkdownStyle } from './markdown-of.ts';

const PLAIN: MarkdownStyle = { words: ({ text }, from, to) => flat(text.slice(from, to)).trim(), notes: () => '' };

/**
 * What is sent for a question: all of its scope, and what was said `before` it, oldest first, as far as that belongs to it and its scope
 * does not leave it out. Texts are cut to the limits of the API; a scope is not, as half a name would name something else.
 */
export function requestOf(
  { question, scope, exact }: Pick<Exchange, 'question' | 'scope' | 'exact'>,
  before: readonly Exchange[],
): AskRequest {
  const { selection, onlySelection, page, section, locale, version, earlier } = scope;
  const history = earlier === 0 ? [] : earlierExchanges(before).flatMap(turnsOf);
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
