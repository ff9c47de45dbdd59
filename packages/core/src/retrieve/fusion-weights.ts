/** Weights of the scaled legs, fitted with those of sections, see `rerank.ts`; the heading weight inside the vector leg stands in `weights.ts`. */
export const TEXT_WEIGHT = 0.6;
export const VECTOR_WEIGHT = 0.3;
export const PAGE_WEIGHT = 0.1;
export const PAGE_TEXT_WEIGHT = 0.1;
/** With more distinct pages than this share of passages the page legs repeat the others and are left out. */
export const PAGE_LEG_MAX_PAGE_SHARE = 0.7;
/** Each leg's best this many passages are candidates; a scaled score is 0 below that place. */
export const CANDIDATES_PER_LEG = 100;
/** Tokens of context an answer may draw on (R7). */
export const CONTEXT_TOKENS = 4000;
