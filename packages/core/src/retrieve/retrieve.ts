import type { CallOptions } from '../spec/call-options.ts';
import type { Evidence } from '../spec/answer.ts';
import type { TextEmbedder } from '../open-embedder.ts';
import type { Hit } from '../spec/hit.ts';
import { IbidError } from '../spec/ibid-error.ts';
import type { LegResult, StoreDriver, Where } from '../spec/store.ts';
import type { Chunk } from '../spec/chunk.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import { fuse, type FusedCandidate } from './fuse.ts';
import { CANDIDATES_PER_LEG, CONTEXT_TOKENS } from './fusion-weights.ts';

export interface RetrieveRequest {
  readonly text: string;
  readonly where?: Where;
  /** Most hits; 1 to 100. */
  readonly limit: number;
  /** Whole chunks only, best first, until the budget is full; default 4,000 tokens (R7). */
  readonly tokens?: number;
}

export interface Retrieval {
  readonly hits: readonly Hit[];
  /** `partial`: a leg was missing or the budget left something out; `warnings` say which (R9). */
  readonly status: 'success' | 'partial' | 'no_matches';
  readonly warnings: readonly string[];
  readonly evidence: Evidence;
  /** Passages that the filter let through; 0 means that no such page or section exists. */
  readonly passages: number;
  readonly generation: number;
}

interface Context {
  readonly store: Pick<StoreDriver, 'search' | 'getChunks'>;
  /** `undefined` = text leg only. */
  readonly embedder: Pick<TextEmbedder, 'embed'> | undefined;
  /** Passages in the whole index, for the idf of words it does not have. */
  readonly indexedPassages: number;
}

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

type Found = FusedCandidate & { readonly chunk: Chunk };

function toHit({ candidate, shares, score, chunk }: Found, body: ReadonlySet<string>, terms: readonly string[]): Hit {
  const head = contentTokens([chunk.title, ...chunk.headings].join('\n'));
  const matched = terms.filter((term) => body.has(term) || head.has(term));
  return {
    chunk,
    score,
    similarity: Math.max(0, candidate.similarity),
    trace: {
      text: { raw: candidate.text, share: shares.text },
      vector: { raw: candidate.vector, share: shares.vector },
      page: { raw: candidate.page, share: shares.page },
      pageText: { raw: candidate.pageText, share: shares.pageText },
      matched,
    },
  };
}

function evidenceOf(
  terms: readonly { term: string }[],
  result: LegResult,
  best: Hit | undefined,
  indexedPassages: number,
): Evidence {
  let similarity = 0;
  let text = 0;
  for (const candidate of result.candidates) {
    similarity = Math.max(similarity, candidate.similarity);
    text = Math.max(text, candidate.text);
  }
  return {
    idf: new Map(terms.map(({ term }, i) => [term, result.idf[i] ?? 0])),
    unknownIdf: Math.log(1 + (indexedPassages + 0.5) / 0.5),
    similarity,
    text,
    page: best?.trace.page.raw ?? 0,
  };
}

/**
 * Finds the passages for a question: all legs, fused, without duplicates, within the token budget. Equal input and equal
 * index give equal hits (R7). An embedder that fails costs the vector legs, never the search: status `partial`.
 */
export async function retrieve(
  context: Context,
  request: RetrieveRequest,
  options: CallOptions = {},
): Promise<Retrieval> {
  const warnings: string[] = [];
  const terms = countTerms(tokenize(request.text));
  const vector = await queryVector(context, request.text, options).catch((error: unknown) => {
    if (IbidError.is(error, 'ABORTED') || IbidError.is(error, 'INDEX_MISMATCH')) throw error;
    warnings.push('vector_leg_missing: the embedder did not answer, so hits were found by words alone');
    return undefined;
  });
  const result = await context.store.search(
    { terms, vector, limit: CANDIDATES_PER_LEG, ...(request.where === undefined ? {} : { where: request.where }) },
    options,
  );
  // Twice the limit leaves room for duplicates without fetching every candidate's text.
  const best = fuse(result).slice(0, request.limit * 2);
  const chunks = await context.store.getChunks(
    best.map(({ candidate }) => candidate.id),
    options,
  );
  const found = best.flatMap((fused, i): Found[] => {
    const chunk = chunks[i];
    return chunk === undefined ? [] : [{ ...fused, chunk }];
  });
  const words = terms.map(({ term }) => term);
  const kept = dropDuplicates(found, request.limit).map(({ hit, tokens }) => toHit(hit, tokens, words));
  const hits: Hit[] = [];
  let budget = request.tokens ?? CONTEXT_TOKENS;
  for (const hit of kept) {
    if (hit.chunk.tokens > budget) {
      warnings.push(`budget: ${kept.length - hits.length} hits were left out`);
      break;
    }
    budget -= hit.chunk.tokens;
    hits.push(hit);
  }
  const status = hits.length === 0 ? 'no_matches' : warnings.length > 0 ? 'partial' : 'success';
  const evidence = evidenceOf(terms, result, hits[0], context.indexedPassages);
  return { hits, status, warnings, evidence, passages: result.passages, generation: result.generation };
}
