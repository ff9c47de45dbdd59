import { auroc, mean } from '@ibid/core/evaluate';
import { distributionTable, type Table } from './eval-set.ts';

/** Scores of passages by what is known about them, each 0 to 1. */
export interface Scores {
  /** For each question whose right page was found, the best passage of that page among those found. */
  readonly relevant: readonly number[];
  /** The other passages found with them. Some also answer, because only one page is marked as right. */
  readonly wrong: readonly number[];
  /** For each question, the best passage of a randomly drawn page. */
  readonly random: readonly number[];
  /** For each question about other pages, the scores of what was found. */
  readonly foreign: readonly (readonly number[])[];
}

/** The default threshold in the documents that the endpoints follow. */
const THRESHOLD = 0.5;

/** Shares that the threshold keeps and drops, and how well any threshold could separate. */
export function separation({ relevant, wrong, random, foreign }: Scores): Record<string, number> {
  const kept = 1 - dropped(relevant);
  const [droppedWrong, droppedForeign] = [dropped(wrong), dropped(foreign.flat())];
  return {
    'relevant kept': kept,
    'wrong dropped': droppedWrong,
    'random dropped': dropped(random),
    'foreign dropped': droppedForeign,
    'foreign questions emptied': mean(foreign.map((scores) => Number(scores.every((score) => score < THRESHOLD)))),
    'balanced accuracy': (kept + (droppedWrong + droppedForeign) / 2) / 2,
    'auroc wrong': auroc(relevant, wrong),
    'auroc random': auroc(relevant, random),
    'auroc foreign': auroc(relevant, foreign.flat()),
  };
}

export function scoreTable(title: string, { relevant, wrong, foreign }: Scores): Table {
  return distributionTable(title, {
    'right page': relevant,
    'found beside it': wrong,
    'found for foreign questions': foreign.flat(),
  });
}

function dropped(scores: readonly number[]): number {
  return mean(scores.map((score) => Number(score < THRESHOLD)));
}
