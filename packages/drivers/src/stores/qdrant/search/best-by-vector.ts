import { DENSE } from '../layout.ts';
import type { BestPassage } from './best-passage.ts';
import { byScore } from './by-score.ts';
import { propose, type Proposal } from './propose.ts';
import type { SearchContext } from './search-context.ts';

/** Asked for beyond the limit, so that a tie at the last place is usually seen whole at once. */
const SPARE = 16;

/** The best by q·(d + w·h), best first; none without a query vector. */
export async function bestByVector(context: SearchContext): Promise<readonly BestPassage[]> {
  const { calls, names, query, filter, call } = context;
  const { vector, limit } = query;
  if (vector === undefined) return [];
  const proposal: Proposal = {
    query: { vector, using: DENSE, filter, payload: ['url'] },
    first: limit + SPARE,
    isSettled: (found, asked) => found.length < asked || found.at(-1)!.score < found[limit - 1]!.score,
  };
  const [proposed] = await propose(calls, names.legs, [proposal], call);
  return (proposed?.found ?? [])
    .map(({ id, score, payload }) => ({ id: String(id), url: payload['url'] as string, score, chunkId: '' }))
    .sort(byScore)
    .slice(0, limit);
}
