import { contentTokens, splitSentences } from '@ibid/core';
import type { GivenSource } from './read-sources.ts';

export interface SourceSentence {
  readonly label: string;
  /** One line, without the marks of lists and headings. */
  readonly text: string;
}

const MAX_LENGTH = 400;

/**
 * Up to `count` sentences of the source that shares most with the question, rare words counting more, in the source's order;
 * none where no sentence shares a word with it.
 */
export function bestSentences(
  question: string,
  sources: readonly GivenSource[],
  count: number,
): readonly SourceSentence[] {
  const asked = contentTokens(question);
  const tokens = sources.map(({ text }) => contentTokens(text));
  const weight = (token: string): number =>
    Math.log(1 + sources.length / Math.max(1, tokens.filter((each) => each.has(token)).length));
  const shared = (text: string): number =>
    [...contentTokens(text)].reduce((sum, token) => sum + (asked.has(token) ? weight(token) : 0), 0);
  const ranked = sources
    .map((source) => {
      const scored = sentencesOf(source).map((sentence) => ({ sentence, score: shared(sentence.text) }));
      const kept = scored.toSorted((left, right) => right.score - left.score).slice(0, count);
      return { scored, kept, score: kept.reduce((sum, { score }) => sum + score, 0) };
    })
    .toSorted((left, right) => right.score - left.score);
  const best = ranked[0];
  if (best === undefined || best.score === 0) return [];
  return best.scored.filter((each) => each.score > 0 && best.kept.includes(each)).map(({ sentence }) => sentence);
}

export function sentencesOf({ label, text }: GivenSource): readonly SourceSentence[] {
  return text
    .split(/\n+/u)
    .map((line) => line.replace(/^\s*(?:[-*+>#|]+|\d+[.)])\s+/u, ''))
    .flatMap((line) => splitSentences(line).map(({ start, end }) => line.slice(start, end)))
    .filter((sentence) => /[.!?]$/u.test(sentence) && sentence.length <= MAX_LENGTH && sentence.split(' ').length > 2)
    .map((sentence) => ({ label, text: sentence }));
}
