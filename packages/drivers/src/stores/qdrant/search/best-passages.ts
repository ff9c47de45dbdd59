/** The best passages of the legs that know passages: by words, and by nearness to d + w·h. */
import type { ScoredPoint } from '../client/qdrant-calls.ts';
import { DENSE, SPARSE, type PassagePayload } from '../layout.ts';
import { byScore } from './by-score.ts';
import { isSettled } from './is-settled.ts';
import { propose } from './propose.ts';
import type { SearchContext } from './search-context.ts';
import { sparseQuery } from './sparse-query.ts';
import { textScore } from './text-score.ts';

export interface BestPassage {
  /** Of the point. */
  readonly id: string;
  readonly url: string;
  readonly score: number;
  /** Only from the text leg of a query without vector, which asks for nothing else of passages. */
  readonly chunkId: string;
}

/** Asked for beyond the limit, so that a tie at the last place is seen whole at once. */
const SPARE = 16;

/** By BM25F; only passages where a term stands. */
export async function bestByText(context: SearchContext): Promise<readonly BestPassage[]> {
  const { calls, names, query, terms, filter, call } = context;
  if (terms.length === 0) return [];
  const { limit } = query;
  const weights = await Promise.all([
    context.statistics,
    propose(
      calls,
      names.passages,
      [
        {
          query: {
            vector: sparseQuery(terms),
            using: SPARSE,
            filter,
            payload: ['url', 'chunk_id', 'lengths', ...terms.map(({ key }) => `terms.${key}`)],
          },
          first: Math.max(2 * limit, limit + 50),
          isSettled: async (found, asked) => {
            const statistics = await context.statistics;
            const rescored = found.map((point) => ({
              proposed: point.score,
              exact: textScore(terms, statistics, passageOf(point)),
            }));
            return isSettled(rescored, asked, limit);
          },
        },
      ],
      call,
    ),
  ]);
  const [statistics, [proposed]] = weights;
  return (proposed?.found ?? [])
    .map((point) => {
      const payload = passageOf(point);
      const score = textScore(terms, statistics, payload);
      return { id: String(point.id), url: payload.url, score, chunkId: payload.chunk_id };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, limit);
}

/** By q·(d + w·h). */
export async function bestByVector({
  calls,
  names,
  query,
  filter,
  call,
}: SearchContext): Promise<readonly BestPassage[]> {
  const { vector, limit } = query;
  if (vector === undefined) return [];
  const [proposed] = await propose(
    calls,
    names.legs,
    [
      {
        query: { vector, using: DENSE, filter, payload: ['url'] },
        first: limit + SPARE,
        isSettled: (found, asked) => found.length < asked || found.at(-1)!.score < found[limit - 1]!.score,
      },
    ],
    call,
  );
  return (proposed?.found ?? [])
    .map(({ id, score, payload }) => ({ id: String(id), url: payload['url'] as string, score, chunkId: '' }))
    .sort(byScore)
    .slice(0, limit);
}

function passageOf({ payload }: ScoredPoint): PassagePayload {
  return payload as unknown as PassagePayload;
}
