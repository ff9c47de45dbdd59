import type { Chunk } from '../spec/chunk.ts';
import type { Hit } from '../spec/hit.ts';
import { contentTokens } from '../text/tokenize.ts';
import type { FusedCandidate } from './fuse.ts';

/** A fused candidate with the similarity it has, before its text is read. */
export interface Scored extends FusedCandidate {
  /** As `Hit.similarity`. */
  readonly similarity: number;
}

/** The hit with the reasons for its place. `body` = distinct tokens of the chunk's words, `terms` = those of the question. */
export function toHit(
  { candidate, shares, score, similarity, chunk }: Scored & { readonly chunk: Chunk },
  body: ReadonlySet<string>,
  terms: readonly string[],
): Hit {
  const head = contentTokens([chunk.title, ...chunk.headings].join('\n'));
  const matched = terms.filter((term) => body.has(term) || head.has(term));
  return {
    chunk,
    score,
    similarity,
    trace: {
      text: { raw: candidate.text, share: shares.text },
      vector: { raw: candidate.vector, share: shares.vector },
      page: { raw: candidate.page, share: shares.page },
      pageText: { raw: candidate.pageText, share: shares.pageText },
      matched,
    },
  };
}
