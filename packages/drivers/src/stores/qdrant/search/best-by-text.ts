import type { FoundPoint } from '../client/qdrant-calls.ts';
import { SPARSE, type PassagePayload } from '../layout.ts';
import type { BestPassage } from './best-passage.ts';
import { byScore } from './by-score.ts';
import { isSettled } from './is-settled.ts';
import { propose, type Proposal } from './propose.ts';
import type { SearchContext } from './search-context.ts';
import { sparseQuery } from './sparse-query.ts';
import { textScore } from './text-score.ts';

/** The best by BM25F, best first; only passages where a term stands. */
export async function bestByText(context: SearchContext): Promise<readonly BestPassage[]> {
  const { calls, names, query, terms, filter, call } = context;
  const { limit, vector } = query;
  if (terms.length === 0) return [];
  const wanted = ['url', 'lengths', ...terms.map(({ key }) => `terms.${key}`)];
  const proposal: Proposal = {
    query: {
      vector: sparseQuery(terms),
      using: SPARSE,
      filter,
      payload: vector === undefined ? ['chunk_id', ...wanted] : wanted,
    },
    first: Math.max(2 * limit, limit + 50),
    isSettled: async (found, asked) => {
      const statistics = await context.statistics;
      const rescored = found.map((point) => ({
        proposed: point.score,
        exact: textScore(terms, statistics, passageOf(point)),
      }));
      return isSettled(rescored, asked, limit, context.drift.passages);
    },
  };
  const [statistics, [proposed]] = await Promise.all([
    context.statistics,
    propose(calls, names.passages, [proposal], call),
  ]);
  return (proposed?.found ?? [])
    .map((point) => {
      const payload = passageOf(point);
      const score = textScore(terms, statistics, payload);
      return { id: String(point.id), url: payload.url, score, chunkId: payload.chunk_id ?? '' };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, limit);
}

type Wanted = Pick<PassagePayload, 'url' | 'lengths'> & Partial<Pick<PassagePayload, 'chunk_id' | 'terms'>>;

function passageOf({ payload }: FoundPoint): Wanted {
  return payload as unknown as Wanted;
}
