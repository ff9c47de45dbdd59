import type { CallOptions } from '../types/call-options.ts';
import type { Edition } from '../types/page.ts';
import type { Evidence } from '../types/answer.ts';
import type { TextEmbedder } from '../open-embedder.ts';
import type { Hit } from '../types/hit.ts';
import type { Retrieval, Warning } from '../types/retrieval.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { LegQuery, LegResult, StoreDriver, Where } from '../types/store.ts';
import { tokenize } from '../text/tokenize.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import { evidenceOf } from './evidence.ts';
import { CANDIDATES_PER_LEG, CONTEXT_TOKENS } from './fusion-weights.ts';
import { rankCandidates, type Ranking } from './rank-candidates.ts';
import { rerank, RERANKED } from './rerank.ts';
import { similarityScale } from './similarity-scale.ts';
import { toHit, type Scored } from './to-hit.ts';
import { withOriginals } from './with-originals.ts';

export interface RetrieveRequest {
  readonly text: string;
  readonly where?: Where;
  /** Most hits; 1 to 100. */
  readonly limit: number;
  /** Whole chunks only, best first, until the budget is full; default 4,000 tokens (R7). */
  readonly tokens?: number;
  /** Candidates with a lower `similarity` are left out before the limit is applied (R8); 0 to 1, none left out by default. */
  readonly minSimilarity?: number;
  /**
   * Without `minSimilarity`, and for embedders that say what similarity means: leaves out what has next to nothing to do with the
   * question (R8). Nobody asked for it, so it is told only where nothing else is left.
   */
  readonly floor?: true;
  /** Ranked before other languages and versions, where `where` does not say which. */
  readonly edition?: Edition;
  /** `minSimilarity` is a default that nobody asked for: where there is no vector to measure by, it leaves nothing out. */
  readonly whereMeasured?: true;
}

interface Context {
  readonly store: Pick<StoreDriver, 'search' | 'getChunks'>;
  /** `undefined` = text leg only. */
  readonly embedder: Pick<TextEmbedder, 'embed' | 'calibration'> | undefined;
  /** Passages in the whole index, for the idf of words it does not have. */
  readonly indexedPassages: number;
}

const MAX_BELOW = 5;
/** Times the limit that texts are fetched for, at least: room for duplicates. */
const SPARE = 1.25;

/** How many candidates' texts are read for so many hits. */
const readFor = (limit: number): number => Math.max(RERANKED, Math.ceil(SPARE * limit));
/** On the calibrated scale, where 0.5 is the border. What lies below shares next to no word and no meaning with the question. */
const SIMILARITY_FLOOR = 0.05;

/** Counts of distinct tokens in order of first use. */
function countTerms(tokens: readonly string[]): { term: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return [...counts].map(([term, count]) => ({ term, count }));
}

async function queryVector(context: Context, text: string, options: CallOptions): Promise<Float32Array | undefined> {
  if (context.embedder === undefined) return undefined;
  const [vector] = await context.embedder.embed({ purpose: 'query', texts: [text] }, options);
  return vector;
}

/** The first `limit` distinct hits of a ranking, in the order that their sections give them. */
async function distinctHits(
  store: Context['store'],
  ranked: readonly Scored[],
  limit: number,
  asked: {
    readonly text: string;
    readonly words: readonly string[];
    readonly evidence: Ranked['evidence'];
    readonly edition: Partial<Edition>;
  },
  options: CallOptions,
): Promise<Hit[]> {
  const best = ranked.slice(0, readFor(limit));
  if (best.length === 0) return [];
  const chunks = await store.getChunks(
    best.map(({ candidate }) => candidate.id),
    options,
  );
  const found = best.flatMap((scored, i) => {
    const chunk = chunks[i];
    return chunk === undefined ? [] : [{ ...scored, chunk }];
  });
  const ordered = rerank(withOriginals(found), asked.text, asked.evidence, asked.edition);
  return dropDuplicates(ordered, limit).map((hit) => toHit(hit, asked.words));
}

function belowThreshold({ count, droppedCount, droppedBest }: Ranking, threshold: number): Warning {
  return {
    code: 'below_threshold',
    text: `${droppedCount} of ${count} candidates are less similar to the question than ${threshold}; the best of them has ${Math.floor(droppedBest * 1e6) / 1e6}`,
  };
}

interface Ranked extends Pick<LegResult, 'passages' | 'generation'> {
  readonly ranking: Ranking;
  readonly evidence: Omit<Evidence, 'page'>;
}

/** Searches and ranks; apart from what follows, so that nothing else of the search is held while texts are fetched. */
async function searchRanked(
  { store, embedder, indexedPassages }: Context,
  query: LegQuery,
  kept: Parameters<typeof rankCandidates>[2],
  options: CallOptions,
): Promise<Ranked> {
  const result = await store.search(query, options);
  const similarityOf = similarityScale(embedder?.calibration, query.terms, result);
  return {
    ranking: rankCandidates(result, similarityOf, kept),
    evidence: {
      ...evidenceOf(query.terms, result, indexedPassages),
      ...(query.vector === undefined || embedder?.calibration === undefined
        ? {}
        : { likeness: embedder.calibration.likeness }),
    },
    passages: result.passages,
    generation: result.generation,
  };
}

/**
 * Finds the passages for a question: all legs, fused, similar enough, without duplicates, within the token budget. Equal input and equal
 * index give equal hits (R7). An embedder that fails costs the vector legs, never the search: status `partial`.
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
  const terms = countTerms(tokenize(request.text));
  const words = terms.map(({ term }) => term);
  let failed = false;
  const vector = await queryVector(context, request.text, options).catch((error: unknown) => {
    if (IbidError.is(error, 'ABORTED') || IbidError.is(error, 'INDEX_MISMATCH')) throw error;
    warnings.push({
      code: 'vector_leg_missing',
      text: 'the embedder did not answer, so hits were found by words alone',
    });
    failed = true;
    return undefined;
  });
  const isMeasured = vector !== undefined && embedder?.calibration !== undefined;
  // How similar anything is cannot be told without a vector, so only a threshold that was asked for judges it.
  const minSimilarity = failed && (isFloor || request.whereMeasured === true) ? 0 : wanted;
  const { ranking, evidence, passages, generation } = await searchRanked(
    context,
    { terms, vector, limit: CANDIDATES_PER_LEG, ...(request.where === undefined ? {} : { where: request.where }) },
    { minSimilarity, keep: readFor(Math.max(limit, MAX_BELOW)) },
    options,
  );
  const { similar, dropped } = ranking;
  const { locale, version } = request.where ?? {};
  const edition = {
    ...(locale === undefined && request.edition !== undefined ? { locale: request.edition.locale } : {}),
    ...(version === undefined && request.edition !== undefined ? { version: request.edition.version } : {}),
  };
  const asked = { text: request.text, words, evidence, edition };
  const kept = await distinctHits(store, similar, limit, asked, options);
  if (dropped.length > 0 && (!isFloor || similar.length === 0)) warnings.push(belowThreshold(ranking, minSimilarity));
  let budget = request.tokens ?? CONTEXT_TOKENS;
  const end = kept.findIndex(({ chunk }) => (budget -= chunk.tokens) < 0);
  const hits = end < 0 ? kept : kept.slice(0, end);
  if (end >= 0) warnings.push({ code: 'budget', text: `${kept.length - end} hits were left out` });
  return {
    hits,
    status: failed || end >= 0 ? 'partial' : hits.length === 0 ? 'no_matches' : 'success',
    warnings,
    evidence: { ...evidence, page: isMeasured ? (hits[0]?.trace.page.raw ?? 0) : undefined },
    passages,
    candidates: ranking.count,
    belowThreshold: similar.length > 0 ? [] : await distinctHits(store, dropped, MAX_BELOW, asked, options),
    vector,
    generation,
  };
}
