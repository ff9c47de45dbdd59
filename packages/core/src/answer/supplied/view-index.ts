import type { Evidence } from '../../types/answer.ts';
import type { CallOptions } from '../../types/call-options.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { Hit } from '../../types/hit.ts';
import type { RetrieveRequest } from '../../retrieve/retrieve.ts';
import type { Retrieval } from '../../types/retrieval.ts';
import { pathKey } from '../../url/path-key.ts';

/** What the index says of a question and of some of its own passages. */
export interface IndexView {
  readonly evidence: Pick<Evidence, 'idf' | 'unknownIdf' | 'page'>;
  /** Of the passages asked about, by chunk id; those that no leg brought are absent. */
  readonly hits: ReadonlyMap<string, Hit>;
  /** Cosines are missing when the embedder did not answer. */
  readonly hasVectors: boolean;
  /** Generation that answered; `undefined` where there is none. */
  readonly generation: number | undefined;
}

/** A first search finds all passages of an unfiltered retrieval of the same question, the duplicates that it dropped allowed for. */
const FEW_HITS = 10;
const MOST_HITS = 100;

/** Searches for the question and keeps nothing of it but numbers about the question's words and about `own` passages. */
export async function viewIndex(
  search: (request: RetrieveRequest, call: CallOptions) => Promise<Retrieval>,
  text: string,
  own: readonly Chunk[],
  call: CallOptions,
): Promise<IndexView> {
  const ids = new Set(own.map(({ id }) => id));
  const request = { text, tokens: Number.POSITIVE_INFINITY };
  const view = ({ evidence, hits, vector, generation }: Retrieval): IndexView => ({
    evidence,
    hits: new Map(hits.filter(({ chunk }) => ids.has(chunk.id)).map((hit) => [hit.chunk.id, hit])),
    hasVectors: vector !== undefined,
    generation,
  });
  const few = ids.size === 0 ? 1 : Math.min(MOST_HITS, Math.max(FEW_HITS, ids.size));
  const first = view(await search({ ...request, limit: few }, call));
  if (first.hits.size === ids.size) return first;
  // What a retrieval left out as not similar enough stands between its passages here.
  const more = few === MOST_HITS ? first : view(await search({ ...request, limit: MOST_HITS }, call));
  if (more.hits.size === ids.size) return more;
  // Passages of a narrower or another retrieval: their pages alone, so that others cannot push them out.
  const paths = [...new Set(own.map(({ url }) => pathKey(url)))];
  return view(await search({ ...request, limit: MOST_HITS, where: { paths } }, call));
}
