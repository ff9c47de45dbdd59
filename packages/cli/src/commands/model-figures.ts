import type { Answer, ModelFault } from '@ibid/core';

/** What a model did for a number of answers. */
export interface ModelFigures {
  /** Answers that are the model's whole and alone, those among them that say that the pages do not say. */
  readonly worded: number;
  /** Answers that are quoted, or go on with quotes, because the model failed; by the reason. */
  readonly fallbacks: Readonly<Partial<Record<ModelFault, number>>>;
  /** Answers for which there was nothing to ask a model. */
  readonly unasked: number;
  /** Statements that could not be proved. */
  readonly withheld: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In `currency`; absent where a model has no price. */
  readonly cost?: number;
  /** ISO 4217; `''` where no prices are known. */
  readonly currency: string;
}

export function modelFigures(answers: readonly Pick<Answer, 'model' | 'withheld'>[]): ModelFigures {
  const uses = answers.flatMap(({ model }) => model ?? []);
  const calls = uses.flatMap((use) => use.calls);
  const fallbacks: Partial<Record<ModelFault, number>> = {};
  for (const { fault } of uses) if (fault !== undefined) fallbacks[fault] = (fallbacks[fault] ?? 0) + 1;
  const currency = uses.find((use) => use.currency !== '')?.currency ?? '';
  const isPriced = currency !== '' && uses.every(({ microCost }) => microCost !== undefined);
  return {
    worded: uses.filter(({ fault }) => fault === undefined).length,
    fallbacks,
    unasked: answers.length - uses.length,
    withheld: sum(answers.map(({ withheld }) => withheld)),
    calls: calls.length,
    inputTokens: sum(calls.map(({ inputTokens }) => inputTokens)),
    outputTokens: sum(calls.map(({ outputTokens }) => outputTokens)),
    ...(isPriced ? { cost: sum(uses.map(({ microCost = 0 }) => microCost)) / 1e6 } : {}),
    currency,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
