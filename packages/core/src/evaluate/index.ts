export { auroc } from './metrics.ts';
export { containsAnswer, normalizeAnswer } from './metrics.ts';
export { mean } from './metrics.ts';
export { meanReciprocalRank } from './metrics.ts';
export { precisionRecall, type PrecisionRecall } from './metrics.ts';
export { hitAtK, ndcgAtK } from './metrics.ts';
export { findSupport } from '../cite/find-support.ts';
export { gate } from '../answer/gate.ts';
export { standInFor } from '../answer/stand-in.ts';
