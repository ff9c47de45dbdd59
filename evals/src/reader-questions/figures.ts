import { mean } from '@ibid/core/evaluate';
import type { Score } from './score-reply.ts';

/** Figures for all questions, for each site and for each kind of question. Each is 0 to 1; higher is better. */
export interface Figures {
  readonly 'facts in first excerpt': number;
  readonly 'facts shown': number;
  readonly 'facts reached': number;
  readonly 'first section right': number;
  readonly 'first section right when answered': number;
  readonly 'first page right': number;
  readonly 'first page right when answered': number;
  readonly 'words in right sections': number;
  readonly 'answered when answerable': number;
}

export function figuresOf(scores: readonly Score[]): Figures {
  const answerable = scores.filter((score) => score.answerable);
  const answered = answerable.filter((score) => score.answered);
  return {
    'facts in first excerpt': share(answerable, 'factsFirst'),
    'facts shown': share(answerable, 'factsShown'),
    'facts reached': share(answerable, 'factsReached'),
    'first section right': share(answerable, 'section'),
    'first section right when answered': share(answered, 'section'),
    'first page right': share(answerable, 'page'),
    'first page right when answered': share(answered, 'page'),
    'words in right sections': mean(answered.map(({ wordsRight }) => wordsRight)),
    'answered when answerable': share(answerable, 'answered'),
  };
}

/** Mean number of words per answer, over answered questions that have an answer. */
export function wordsShown(scores: readonly Score[]): number {
  return mean(scores.filter(({ answerable, answered }) => answerable && answered).map(({ words }) => words));
}

/** Share of unanswerable questions that were refused: `foreign` ones, or those near the domain of the pages. */
export function refusedShare(scores: readonly Score[], foreign: boolean): number {
  const asked = scores.filter((score) => !score.answerable && score.foreign === foreign);
  return asked.length === 0 ? 0 : 1 - share(asked, 'answered');
}

type Flag = { [K in keyof Score]: Score[K] extends boolean ? K : never }[keyof Score];

function share(scores: readonly Score[], flag: Flag): number {
  return mean(scores.map((score) => (score[flag] ? 1 : 0)));
}
