import type { CallOptions } from '@ibid/core/types';
import type { NearQuery, QdrantCalls, ScoredPoint } from '../client/qdrant-calls.ts';

/** A search that is asked for more until what it found decides who is among the best. */
export interface Proposal {
  readonly query: Omit<NearQuery, 'limit'>;
  /** Points to ask for at first. */
  readonly first: number;
  /** Whether nothing outside `found`, the best `asked` in order, can matter. */
  readonly isSettled: (found: readonly ScoredPoint[], asked: number) => boolean | Promise<boolean>;
}

export interface Proposed {
  /** Best first. */
  readonly found: readonly ScoredPoint[];
  /** Whether there are no others. */
  readonly isAll: boolean;
}

const GROWTH = 4;
/** So a search is asked for up to 64 times what it was at first. Ties that reach beyond are cut as Qdrant happens to give them. */
const MOST_ROUNDS = 4;

/** `result[i]` belongs to `proposals[i]`. One request, and another one whenever some need more. */
export async function propose(
  calls: QdrantCalls,
  collection: string,
  proposals: readonly Proposal[],
  call: CallOptions | undefined,
): Promise<readonly Proposed[]> {
  const results: Proposed[] = proposals.map(() => ({ found: [], isAll: true }));
  let open = proposals.map(({ first }, i) => ({ i, asked: first }));
  for (let round = 0; round < MOST_ROUNDS && open.length > 0; round++) {
    const queries = open.map(({ i, asked }) => ({ ...proposals[i]!.query, limit: asked }));
    const replies = await calls.query(collection, queries, call);
    const settled = await Promise.all(
      open.map(({ i, asked }, at) => {
        const found = replies[at] ?? [];
        results[i] = { found, isAll: found.length < asked };
        return proposals[i]!.isSettled(found, asked);
      }),
    );
    open = open.filter((_, at) => !settled[at]!).map(({ i, asked }) => ({ i, asked: asked * GROWTH }));
  }
  return results;
}
