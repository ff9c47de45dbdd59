export { auroc } from './auroc.ts';
export { containsAnswer, normalizeAnswer } from './contains-answer.ts';
export { mean } from './mean.ts';
export { meanReciprocalRank } from './mean-reciprocal-rank.ts';
export { precisionRecall, type PrecisionRecall } from './precision-recall.ts';
export { hitAtK, ndcgAtK, reciprocalRank } from './ranking-metrics.ts';
export { supportScore, type SupportScore } from '../cite/support-score.ts';
