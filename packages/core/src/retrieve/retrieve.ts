import type { CallOptions } from '../types/call-options.ts';
import type { Edition } from '../types/page.ts';
import type { Evidence } from '../types/answer.ts';
import type { TextEmbedder } from '../embed/open-embedder.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Hit } from '../types/hit.ts';
import type { Retrieval, Warning } from '../types/retrieval.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { LegQuery, LegResult, StoreDriver, Where } from '../types/store.ts';
import { holds } from '../chunk/read-chunk.ts';
import { questionTokens } from '../question/question-tokens.ts';
import { countTerms } from '../text/tokenize.ts';
import { dropDuplicates, withOriginals } from './duplicates.ts';
import { idf } from './bm25f.ts';
import { CANDIDATES_PER_LEG, CONTEXT_TOKENS } from './fuse.ts';
import { bySimilarity, rankCandidates, type Ranking, toHit, type Scored } from './rank-candidates.ts';
import { rerank, RERANKED } from './rerank.ts';
import { similarityScale } from './similarity-scale.ts';

export interface RetrieveRequest {
  readonly text: string;
  readonly where?: Where;
  /** Maximum number of hits; 1 to 100. */
  readonly limit: number;
  /** Token budget, default 4,000. Whole chunks are added, best first, until the next does not fit. */
  readonly tokens?: number;
  /** Minimum `similarity` of candidates, 0 to 1; applied before `limit`. Default: no minimum. */
  readonly minSimilarity?: number;
  /**
   * Drops hits that are almost unrelated to the question, if `minSimilarity` is not set and the embedder has a calibration. Since the
   * caller set no threshold, a warning is added only if no other hits are left.
   */
  readonly floor?: true;
  /** Edition that ranks before other languages and versions, unless `where` sets them. */
  readonly edition?: Edition;
  /**
   * Makes `limit` keep the most similar hits instead of the best ranked; they are still returned in rank order. If the embedder does not
   * respond, similarity is the share of the question's words in a passage.
   */
  readonly mostSimilar?: true;
}

interface Context {
  readonly store: Pick<StoreDriver, 'search' | 'getChunks'>;
  /** `undefined` searches the text leg only. */
  readonly embedder: Pick<TextEmbedder, 'embed' | 'calibration'> | undefined;
  /** Number of passages in the whole index, for the idf of unknown words. */
  readonly indexedPassages: number;
}

const MAX_BELOW = 5;
/** Texts are fetched for at least this many times the limit, because some may be duplicates. */
const SPARE = 1.25;

/** Number of candidates whose texts are read for a limit. */
const readFor = (limit: number): number => Math.max(RERANKED, Math.ceil(SPARE * limit));
/** On the calibrated scale, where 0.5 is the border. Passages below share almost no words or meaning with the question. */
const SIMILARITY_FLOOR = 0.05;

interface Asked {
  readonly text: string;
  readonly words: readonly string[];
  readonly evidence: Ranked['evidence'];
  readonly edition: Partial<Edition>;
  /** True if the `limit` most similar hits are returned, in that order. */
  readonly mostSimilar: boolean;
  /** Minimum similarity by words, if nothing else measures similarity. */
  readonly leastByWords: number | undefined;
}

/** Weighted share of the question's words in a passage; 0 to 1. */
function wordShare(chunk: Chunk, { words, evidence }: Asked): number {
  const weight = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + (evidence.idf.get(term) ?? evidence.unknownIdf), 0);
  const held = words.filter((term) => holds(chunk, term));
  return held.length === 0 ? 0 : Math.round((weight(held) / weight(words)) * 1e6) / 1e6;
}

/** Returns the first `limit` distinct hits after reranking by section, and separately those that share too few words. */
async function distinctHits(
  store: Context['store'],
  ranked: readonly Scored[],
  limit: number,
  asked: Asked,
  options: CallOptions,
): Promise<{ readonly hits: Hit[]; readonly unlike: Hit[] }> {
  const best = ranked.slice(0, readFor(limit));
  if (best.length === 0) return { hits: [], unlike: [] };
  const chunks = await store.getChunks(
    best.map(({ candidate }) => candidate.id),
    options,
  );
  const found = best.flatMap((scored, i) => {
    const chunk = chunks[i];
    if (chunk === undefined) return [];
    const similarity = asked.leastByWords === undefined ? scored.similarity : wordShare(chunk, asked);
    return [{ ...scored, chunk, similarity }];
  });
  const ordered = rerank(withOriginals(found), asked.text, asked.evidence, asked.edition);
  const least = asked.leastByWords ?? 0;
  const like = ordered.filter(({ similarity }) => similarity >= least);
  const first = asked.mostSimilar
    ? dropDuplicates(like, like.length)
        .sort(bySimilarity(({ chunk }) => chunk.id))
        .slice(0, limit)
    : dropDuplicates(like, limit);
  return {
    hits: first.map((hit) => toHit(hit, asked.words)),
    unlike: ordered.filter(({ similarity }) => similarity < least).map((hit) => toHit(hit, asked.words)),
  };
}

function belowThreshold(
  { count, droppedCount, droppedBest }: Pick<Ranking, 'count' | 'droppedCount' | 'droppedBest'>,
  threshold: number,
): Warning {
  return {
    code: 'below_threshold',
    text: `${droppedCount} of ${count} candidates are less similar to the question than ${threshold}; the best of them has ${Math.floor(droppedBest * 1e6) / 1e6}`,
  };
}

interface Ranked extends Pick<LegResult, 'passages' | 'generation'> {
  readonly ranking: Ranking;
  readonly evidence: Omit<Evidence, 'page'>;
}

/** Searches and ranks. A separate function, so that the rest of the search result can be freed while texts are fetched. */
async function searchRanked(
  { store, embedder, indexedPassages }: Context,
  query: LegQuery,
  kept: Parameters<typeof rankCandidates>[2],
  options: CallOptions,
): Promise<Ranked> {
  const result = await store.search(query, options);
  const calibration = embedder?.calibration;
  // The evidence is of the raw scores of all candidates, independent of hits, calibration and thresholds.
  let similarity = 0;
  let text = 0;
  for (const candidate of result.candidates) {
    similarity = Math.max(similarity, candidate.similarity);
    text = Math.max(text, candidate.text);
  }
  return {
    ranking: rankCandidates(result, similarityScale(calibration, query.terms, result), kept),
    evidence: {
      idf: new Map(query.terms.map(({ term }, i) => [term, result.idf[i] ?? 0])),
      unknownIdf: idf(indexedPassages, 0),
      similarity,
      text,
      ...(query.vector === undefined || calibration === undefined ? {} : { likeness: calibration.likeness }),
    },
    passages: result.passages,
    generation: result.generation,
  };
}

/**
 * Finds the passages for a question: fuses all legs, drops dissimilar and duplicate hits, and applies the token budget. The same input
 * and index give the same hits. If the embedder fails, only the vector legs are missing: status `partial`.
 */
export async function retrieve(
  context: Context,
  request: RetrieveRequest,
  options: CallOptions = {},
): Promise<Retrieval> {
  const { store, embedder } = context;
  const { limit } = request;
  const isFloor = request.minSimilarity === undefined && request.floor === true && embedder?.calibration !== undefined;
  const wanted = isFloor ? SIMILARITY_FLOOR : (request.minSimilarity ?? 0);
  const warnings: Warning[] = [];
  const terms = countTerms(questionTokens(request.text));
  const words = terms.map(({ term }) => term);
  let failed = false;
  let vector: Float32Array | undefined;
  try {
    [vector] = (await embedder?.embed({ purpose: 'query', texts: [request.text] }, options)) ?? [];
  } catch (error) {
    if (IbidError.is(error, 'ABORTED') || IbidError.is(error, 'INDEX_MISMATCH')) throw error;
    warnings.push({
      code: 'vector_leg_missing',
      text: 'the embedder did not answer, so hits were found by words alone',
    });
    failed = true;
  }
  const isMeasured = vector !== undefined && embedder?.calibration !== undefined;
  const mostSimilar = request.mostSimilar === true;
  // Without a vector, only the words of the texts can measure the similarity that `mostSimilar` needs.
  const leastByWords = failed && mostSimilar ? wanted : undefined;
  const minSimilarity = failed && (isFloor || mostSimilar) ? 0 : wanted;
  const { ranking, evidence, passages, generation } = await searchRanked(
    context,
    { terms, vector, limit: CANDIDATES_PER_LEG, ...(request.where === undefined ? {} : { where: request.where }) },
    {
      minSimilarity,
      keep: readFor(Math.max(limit, MAX_BELOW)),
      mostSimilar: mostSimilar && !failed,
    },
    options,
  );
  const { similar, dropped } = ranking;
  const { locale, version } = request.where ?? {};
  const edition = {
    ...(locale === undefined && request.edition !== undefined ? { locale: request.edition.locale } : {}),
    ...(version === undefined && request.edition !== undefined ? { version: request.edition.version } : {}),
  };
  const asked: Asked = { text: request.text, words, evidence, edition, mostSimilar, leastByWords };
  const { hits: kept, unlike } = await distinctHits(store, similar, limit, asked, options);
  if (dropped.length > 0 && (!isFloor || similar.length === 0)) warnings.push(belowThreshold(ranking, minSimilarity));
  if (unlike.length > 0) {
    const droppedBest = Math.max(...unlike.map(({ similarity }) => similarity));
    const count = kept.length + unlike.length;
    warnings.push(belowThreshold({ count, droppedCount: unlike.length, droppedBest }, wanted));
  }
  let budget = request.tokens ?? CONTEXT_TOKENS;
  const end = kept.findIndex(({ chunk }) => (budget -= chunk.tokens) < 0);
  const within = end < 0 ? kept : kept.slice(0, end);
  const hits = mostSimilar ? within.sort((a, b) => b.score - a.score) : within;
  if (end >= 0) warnings.push({ code: 'budget', text: `${kept.length - end} hits were left out` });
  return {
    hits,
    status: failed || end >= 0 ? 'partial' : hits.length === 0 ? 'no_matches' : 'success',
    warnings,
    evidence: { ...evidence, page: isMeasured ? (hits[0]?.trace.page.raw ?? 0) : undefined },
    passages,
    candidates: ranking.count,
    belowThreshold:
      hits.length > 0 || end >= 0
        ? []
        : leastByWords !== undefined
          ? unlike.slice(0, MAX_BELOW)
          : (await distinctHits(store, dropped, MAX_BELOW, asked, options)).hits,
    vector,
    generation,
  };
}
