/** Formulas of scores, for stores. Loads nothing else of the core, so that threads start fast. */
export { BM25F, FIELDS, fieldFrequency, idf, pageSaturate, saturate, type Field } from './bm25f.ts';
export { byLeg, HEADING_WEIGHT } from './fuse.ts';
