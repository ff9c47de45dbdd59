import { CANDIDATES_PER_LEG } from '../retrieve/fusion-weights.ts';
import type { LegQuery, WholePage } from '../types/store.ts';

const TERMS = 12;

/** A search for a page's middle passage by some of its words and its own vector; `undefined` for a page without passages. */
export function sampleQuery({ page, vectors }: WholePage): LegQuery | undefined {
  const at = Math.floor(page.chunks.length / 2);
  const terms = page.chunks[at]?.terms;
  if (terms === undefined) return undefined;
  const words = [...new Set([...terms.headings.keys(), ...[...terms.body.keys()].sort()])].slice(0, TERMS);
  return {
    terms: words.map((term) => ({ term, count: 1 })),
    vector: ofUnitLength(vectors.passages[at]),
    limit: CANDIDATES_PER_LEG,
  };
}

function ofUnitLength(vector: Float32Array | undefined): Float32Array | undefined {
  const length = Math.hypot(...(vector ?? []));
  return length === 0 ? undefined : vector?.map((value) => value / length);
}
