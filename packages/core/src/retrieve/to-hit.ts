import { readChunk } from '../chunk/read-chunk.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Hit } from '../types/hit.ts';
import type { FusedCandidate } from './fuse.ts';

/** A fused candidate with the similarity it has, before its text is read. */
export interface Scored extends FusedCandidate {
  /** As `Hit.similarity`. */
  readonly similarity: number;
}

/** The hit with the reasons for its place. `terms` are the tokens of the question. */
export function toHit(
  {
    candidate,
    shares,
    score,
    section,
    similarity,
    chunk,
  }: Scored & { readonly chunk: Chunk; readonly section: number },
  terms: readonly string[],
): Hit {
  const { body, path } = readChunk(chunk);
  const matched = terms.filter((term) => body.has(term) || path.has(term));
  return {
    chunk,
    score,
    similarity,
    trace: {
      text: { raw: candidate.text, share: shares.text },
      vector: { raw: candidate.vector, share: shares.vector },
      page: { raw: candidate.page, share: shares.page },
      pageText: { raw: candidate.pageText, share: shares.pageText },
      section,
      matched,
    },
  };
}
