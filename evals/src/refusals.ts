import type { Answer } from '@ibid/core/types';
import { auroc, precisionRecall } from '@ibid/core/evaluate';
import { distributionTable, type Table } from './eval-set.ts';

/** An answer with the label that says whether the pages answer the question. */
export interface Judged {
  readonly id: string;
  readonly answerable: boolean;
  readonly answer: Answer;
}

export function isAnswered({ answer }: Pick<Judged, 'answer'>): boolean {
  return answer.outcome === 'answered';
}

/** Metrics of how well answerable and unanswerable questions are separated; refusing an unanswerable one is a true positive. */
export function refusalMetrics(cases: readonly Judged[]): Record<string, number> {
  const { yes, no } = confidences(cases);
  const count = (answerable: boolean, refused: boolean): number =>
    cases.filter((one) => one.answerable === answerable && isAnswered(one) !== refused).length;
  const { precision, recall } = precisionRecall({
    truePositives: count(false, true),
    falsePositives: count(true, true),
    falseNegatives: count(false, false),
  });
  return { auroc: auroc(yes, no), 'refusal precision': precision, 'refusal recall': recall };
}

export function confidenceTable(title: string, cases: readonly Judged[]): Table {
  const { yes, no } = confidences(cases);
  return distributionTable(title, { answerable: yes, 'not answerable': no });
}

function confidences(cases: readonly Judged[]): { yes: number[]; no: number[] } {
  const of = (answerable: boolean): number[] =>
    cases.filter((one) => one.answerable === answerable).map(({ answer }) => answer.confidence);
  return { yes: of(true), no: of(false) };
}
