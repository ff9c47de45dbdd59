export type { Calibration } from '../types/embedder.ts';
export { calibrationFault } from './embed-batches.ts';
export { fitLsa, lsaFitter, type LsaFitter, type LsaOptions } from './fit-lsa.ts';
export { fitCounts, LSA_CALIBRATION, LSA_FAMILY } from './lsa.ts';
export { extendLsa, lsaDrift } from './lsa.ts';
export { openLsa, type LsaProjector } from './lsa.ts';
export { embeddingAborted } from './open-embedder.ts';
