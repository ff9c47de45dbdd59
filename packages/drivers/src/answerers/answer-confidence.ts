import type { Brief } from '@ibid/core';

/**
 * How sure a draft of a model is: from 0.5 where it answers and below where it declines, higher within that the closer the best passage found
 * is to the question. It says how well the question was covered, not whether the model was right; that is the gate's matter.
 */
export function answerConfidence({ evidence }: Pick<Brief, 'evidence'>, isAnswered: boolean): number {
  const covered = Math.min(1, Math.max(0, evidence.similarity));
  return isAnswered ? 0.5 + covered / 2 : 0.49 * covered;
}
