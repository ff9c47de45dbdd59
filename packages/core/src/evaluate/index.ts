export { auroc } from './metrics.ts';
export { containsAnswer, normalizeAnswer } from './metrics.ts';
export { mean } from './metrics.ts';
export { meanReciprocalRank } from './metrics.ts';
export { precisionRecall, type PrecisionRecall } from './metrics.ts';
export { hitAtK, ndcgAtK, reciprocalRank } from './metrics.ts';
export { supportScore, type SupportScore } from '../cite/support-score.ts';
