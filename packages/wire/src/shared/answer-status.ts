import type { Answer } from '@ibid/core';

/** How a run ended, as the contracts with a status call it. */
export const ANSWER_STATUSES = ['answered', 'insufficient_context', 'refused'] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

const STATUS: Readonly<Record<Answer['outcome'], AnswerStatus>> = {
  answered: 'answered',
  insufficient: 'insufficient_context',
  refused: 'refused',
};

export function answerStatus({ outcome }: Pick<Answer, 'outcome'>): AnswerStatus {
  return STATUS[outcome];
}
