import { holds } from '../chunk/read-chunk.ts';
import { previousQuestion } from '../follow-up/standalone-question.ts';
import { questionTokens } from '../question/question-tokens.ts';
import type { RetrieveRequest } from '../retrieve/retrieve.ts';
import type { Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Hit } from '../types/hit.ts';
import type { Retrieval } from '../types/retrieval.ts';
import { pathKey } from '../url/path-key.ts';

/** Bonus for passages of the page that answers the previous question. */
const ON_PAGE = 0.3;
/** Weight of the share of the reader's own words. All passages of that page share the words added from the conversation. */
const OWN_WORDS = 1.5;

/**
 * Ranks the hits of a follow-up. Often the page that answers the previous question answers this one, too, in another section: it is found
 * by asking the previous question again, because a history may not say where its answers came from. Does nothing if the request says where to
 * search, or how similar the hits must be.
 */
export async function withLastPage(
  search: (request: RetrieveRequest, call: CallOptions) => Promise<Retrieval>,
  { history, ownWords = '', about }: Pick<Question, 'history' | 'ownWords' | 'about'>,
  request: RetrieveRequest,
  retrieval: Retrieval,
  call: CallOptions,
): Promise<Retrieval> {
  const isElsewhere = about !== undefined || request.minSimilarity !== undefined || request.where?.paths !== undefined;
  if (isElsewhere) return retrieval;
  const before = await search({ ...request, text: previousQuestion(history), limit: 1 }, call);
  const [last] = before.hits;
  if (last === undefined) return retrieval;
  const paths = [pathKey(last.chunk.url)];
  const page = await search({ ...request, where: { ...request.where, paths } }, call);
  if (page.generation !== retrieval.generation) return retrieval;
  const best = new Map(retrieval.hits.map((hit) => [hit.chunk.id, hit]));
  for (const hit of page.hits) {
    const score = Math.max(hit.score + ON_PAGE, best.get(hit.chunk.id)?.score ?? 0);
    best.set(hit.chunk.id, { ...hit, score });
  }
  const tokens = [...new Set(questionTokens(ownWords))];
  const weightOf = (some: readonly string[]): number =>
    some.reduce((sum, token) => sum + (retrieval.evidence.idf.get(token) ?? 0), 0);
  const total = weightOf(tokens);
  const scored = [...best.values()].map((hit): Hit => {
    const held = tokens.filter((token) => holds(hit.chunk, token));
    return { ...hit, score: hit.score + (total === 0 ? 0 : OWN_WORDS * (weightOf(held) / total)) };
  });
  return { ...retrieval, hits: scored.sort((a, b) => b.score - a.score).slice(0, request.limit) };
}
