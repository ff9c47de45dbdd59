/**
 * Rates how well supplied passages match the words of a question if the index does not have them.
 *
 *     N', df'    = passages of the index plus supplied passages it does not have; N' at least 100
 *     idf', BM25F = as in `retrieve/bm25f.ts` over N' and df'; avglen over the supplied passages
 *     page        = 0.3 + 0.35 · share of the question's idf' on words of the supplied text of that page; 0 without any
 *
 * `page` replaces a cosine of vectors. On three labelled collections whose passages were given as unknown, it answers and refuses like
 * the cosines, within a few questions of a hundred. Without the minimum of N', words in a bundle of three passages would seem common only
 * because they are in all three.
 */
import type { CallOptions } from '../../types/call-options.ts';
import type { Hit } from '../../types/hit.ts';
import type { RetrieveRequest } from '../../retrieve/retrieve.ts';
import type { Retrieval } from '../../types/retrieval.ts';
import { pathKey } from '../../url/path-key.ts';
import { USUAL_SIMILARITY } from '../../excerpt/confidence.ts';
import { termCounts } from '../../chunk/read-chunk.ts';
import { FIELDS, fieldFrequency, idf, saturate, type Field } from '../../retrieve/bm25f.ts';
import { LEG_WEIGHTS } from '../../retrieve/fuse.ts';
import { countEach, tokenize } from '../../text/tokenize.ts';
import type { Evidence, Passage, SuppliedChunk } from '../../types/answer.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { TermCounts } from '../../types/store.ts';

const LEAST_PASSAGES = 100;
const PAGE_LEAST = 0.3;
const PAGE_PER_SHARE = 0.35;

export interface BundleTerms {
  readonly idf: ReadonlyMap<string, number>;
  readonly unknownIdf: number;
  /** BM25F of the question and a passage of the bundle. */
  text(chunk: Chunk): number;
  /** Replaces the cosine of the question and a passage's page, from the part of the page in the bundle; 0 to 1. */
  page(chunk: Chunk): number;
}

const has = (counts: TermCounts, token: string): boolean => FIELDS.some((field) => counts[field].has(token));

const sum = (counts: ReadonlyMap<string, number>): number => counts.values().reduce((total, count) => total + count, 0);

/** Number of passages in the index, and of those with a word: `idf` solved for both. */
function indexCounts(evidence: Pick<Evidence, 'idf' | 'unknownIdf'>): {
  passages: number;
  having(token: string): number;
} {
  const passages = Math.max(0, Math.round((Math.exp(evidence.unknownIdf) - 1) * 0.5 - 0.5));
  return {
    passages,
    having(token) {
      const odds = Math.exp(evidence.idf.get(token) ?? evidence.unknownIdf) - 1;
      return Math.max(0, Math.round((passages + 0.5 - 0.5 * odds) / (1 + odds)));
    },
  };
}

/**
 * Creates the measures. `chunks`: all passages of the bundle. `evidence`: the index's for the same question, with `unknownIdf` 0 without
 * an index.
 */
export function bundleTerms(
  question: string,
  chunks: readonly Chunk[],
  isIndexed: (chunk: Chunk) => boolean,
  evidence: Pick<Evidence, 'idf' | 'unknownIdf'>,
): BundleTerms {
  const asked = countEach(tokenize(question));
  // Indexed passages are measured by the index, so usually nothing is counted here.
  const counted = new Map<Chunk, TermCounts>();
  const countsOf = (chunk: Chunk): TermCounts => {
    const counts = counted.get(chunk) ?? termCounts(chunk);
    counted.set(chunk, counts);
    return counts;
  };
  const unindexed = chunks.filter((chunk) => !isIndexed(chunk));
  const index = indexCounts(evidence);
  const passages = Math.max(LEAST_PASSAGES, index.passages) + unindexed.length;
  const weights = new Map<string, number>();
  for (const token of asked.keys()) {
    let having = index.having(token);
    for (const chunk of unindexed) if (has(countsOf(chunk), token)) having += 1;
    weights.set(token, idf(passages, having));
  }
  const unknownIdf = idf(passages, 0);
  const average = (field: Field): number => {
    let total = 0;
    for (const chunk of chunks) total += sum(countsOf(chunk)[field]);
    return total / Math.max(1, chunks.length);
  };
  let averages: Readonly<Record<Field, number>> | undefined;

  return {
    idf: weights,
    unknownIdf,
    text(chunk) {
      const counts = countsOf(chunk);
      averages ??= { title: average('title'), headings: average('headings'), body: average('body') };
      let score = 0;
      for (const [token, times] of asked) {
        let frequency = 0;
        for (const field of FIELDS) {
          frequency += fieldFrequency(field, counts[field].get(token) ?? 0, sum(counts[field]), averages[field]);
        }
        score += times * weights.get(token)! * saturate(frequency);
      }
      return score;
    },
    page(chunk) {
      const page = chunks.filter(({ url }) => url === chunk.url).map(countsOf);
      let held = 0;
      let total = 0;
      for (const [token, weight] of weights) {
        total += weight;
        if (page.some((counts) => has(counts, token))) held += weight;
      }
      return held === 0 ? 0 : PAGE_LEAST + (PAGE_PER_SHARE * held) / total;
    },
  };
}

interface Kept {
  readonly supplied: SuppliedChunk;
  readonly chunk: Chunk;
}

/** Greater than 0, which marks a passage as not ranked. */
const LEAST_SCORE = 1e-6;

const similarityOf = ({ similarity = USUAL_SIMILARITY }: SuppliedChunk): number => similarity;

const share = (value: number, most: number): number => (most > 0 ? value / most : 0);

/**
 * Scores to compare the supplied passages: those of the original retrieval if all have one, else those of the index if it found all, else
 * a weighted sum of word score and claimed similarity, as in a retrieval.
 */
function scoresOf(kept: readonly Kept[], { hits }: IndexView, terms: BundleTerms): number[] {
  const given = kept.flatMap(({ supplied }) => supplied.score ?? []);
  if (given.length === kept.length) return given;
  const found = kept.flatMap(({ chunk }) => hits.get(chunk.id)?.score ?? []);
  if (found.length === kept.length) return found;
  const texts = kept.map(({ chunk }) => terms.text(chunk));
  const similar = kept.map(({ supplied }) => similarityOf(supplied));
  const [mostText, mostSimilar] = [Math.max(...texts), Math.max(...similar)];
  const { text, vector } = LEG_WEIGHTS;
  return kept.map((_, i) => text * share(texts[i]!, mostText) + vector * share(similar[i]!, mostSimilar));
}

/** Best first; equal scores keep the given order. */
export function rankSupplied(kept: readonly Kept[], view: IndexView, terms: BundleTerms): Passage[] {
  const scores = scoresOf(kept, view, terms);
  return kept
    .map(({ supplied, chunk }, i) => ({
      chunk,
      score: Math.max(LEAST_SCORE, scores[i]!),
      similarity: view.hits.get(chunk.id)?.similarity ?? similarityOf(supplied),
    }))
    .toSorted((a, b) => b.score - a.score)
    .map((passage, i) => ({ label: `p${i + 1}`, ...passage }));
}

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
