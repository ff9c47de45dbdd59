import type { Evidence } from '../../types/answer.ts';
import type { CallOptions } from '../../types/call-options.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { Hit } from '../../types/hit.ts';
import type { RetrieveRequest } from '../../retrieve/retrieve.ts';
import type { Retrieval } from '../../types/retrieval.ts';
import { pathKey } from '../../url/path-key.ts';

/** Measures of a question and of some indexed passages. */
export interface IndexView {
  readonly evidence: Pick<Evidence, 'idf' | 'unknownIdf' | 'page' | 'likeness'>;
  /** Hits for the given passages by chunk id; those that no leg found are absent. */
  readonly hits: ReadonlyMap<string, Hit>;
  /** False if the embedder did not respond, so that cosines are missing. */
  readonly hasVectors: boolean;
  /** Generation searched; `undefined` if there is none. */
  readonly generation: number | undefined;
}

/** Enough for the first search to find all passages of an unfiltered retrieval of the same question, even if that dropped duplicates. */
const FEW_HITS = 10;
const MOST_HITS = 100;

/** Searches for the question, but keeps only measures of its words and of the `own` passages. */
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
  // Here the results include passages that the original retrieval dropped as too dissimilar.
  const more = few === MOST_HITS ? first : view(await search({ ...request, limit: MOST_HITS }, call));
  if (more.hits.size === ids.size) return more;
  // Passages of a filtered or different retrieval: only their pages are searched, so that others cannot displace them.
  const paths = [...new Set(own.map(({ url }) => pathKey(url)))];
  return view(await search({ ...request, limit: MOST_HITS, where: { paths } }, call));
}
