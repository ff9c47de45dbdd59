import { stemWord } from '../../text/stem-word.ts';
import { LIGHT_NOUNS } from './light-nouns.ts';
import type { Word } from './read-words.ts';
import type { Phrase } from './topic-phrases.ts';
import { wordClass } from './word-class.ts';

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

const PLURAL = /^what are [a-z]+s$/u;

/** Light nouns behind an article, "a parameter", "the time step", or "what are parameters?": what a question speaks of that names nothing else. */
export function ledNouns(words: readonly Word[]): readonly Phrase[] {
  const isPlural = PLURAL.test(words.map(({ lower }) => lower).join(' '));
  return words.flatMap((article, at) => {
    if (!ARTICLES.has(article.lower) && !(isPlural && at === 1)) return [];
    const rest = words.slice(at + 1);
    const end = rest.findIndex((word) => word.border !== 'none' || wordClass(word) !== 'light');
    const led = end < 0 ? rest : rest.slice(0, end);
    const from = led.findIndex(({ lower }) => LIGHT_NOUNS.has(lower));
    if (from < 0 || led.slice(from).some(({ lower }) => !LIGHT_NOUNS.has(lower))) return [];
    const noun = led.slice(from);
    return [{ text: noun.map(({ text }) => text).join(' '), stems: noun.map(({ lower }) => stemWord(lower)) }];
  });
}
