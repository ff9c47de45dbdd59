import { IbidError } from '../types/ibid-error.ts';
import type { Chunk } from '../types/chunk.ts';
import type { IndexedPage, LegQuery } from '../types/store.ts';

const CHUNK_ID = /^[0-9a-f]{64}$/;

function invalid(message: string): IbidError {
  return new IbidError('INVALID_REQUEST', message);
}

/** Throws `INVALID_REQUEST` unless the page is one whole page: ids well-formed and distinct, offsets exact, facets equal. */
export function checkPage(page: IndexedPage): void {
  const ids = new Set<string>();
  const first = page.chunks[0]?.chunk;
  for (const { chunk } of page.chunks) {
    const problem = chunkProblem(chunk, page) ?? (first === undefined ? undefined : facetProblem(chunk, first));
    if (problem !== undefined) throw invalid(`putPage: chunk \`${chunk.id}\` of \`${page.url}\` ${problem}`);
    if (ids.has(chunk.id)) throw invalid(`putPage: two chunks of \`${page.url}\` have the id \`${chunk.id}\``);
    ids.add(chunk.id);
  }
}

function chunkProblem(chunk: Chunk, page: IndexedPage): string | undefined {
  if (!CHUNK_ID.test(chunk.id)) return 'has an id that is not 64 lower-case hex digits; make it with `chunkId`';
  if (chunk.url !== page.url) return `has the URL \`${chunk.url}\` of another page`;
  if (page.text.slice(chunk.start, chunk.end) !== chunk.text) {
    return `is not the page's text from ${chunk.start} to ${chunk.end}`;
  }
  return undefined;
}

function facetProblem(chunk: Chunk, first: Chunk): string | undefined {
  const same = chunk.locale === first.locale && chunk.version === first.version && chunk.module === first.module;
  return same ? undefined : "differs in locale, version or module from the page's first chunk";
}

/** Throws `INVALID_REQUEST` on limits, counts and repeated terms that would give a wrong score instead of an error. */
export function checkQuery(query: LegQuery): void {
  if (!Number.isSafeInteger(query.limit) || query.limit < 1) {
    throw invalid(`search: \`limit\` is ${query.limit}; give a whole number from 1`);
  }
  const seen = new Set<string>();
  for (const { term, count } of query.terms) {
    if (!Number.isSafeInteger(count) || count < 1) throw invalid(`search: the term \`${term}\` has the count ${count}`);
    if (seen.has(term)) throw invalid(`search: the term \`${term}\` is given twice; add its counts up`);
    seen.add(term);
  }
  if (query.vector !== undefined) checkFinite('search', query.vector);
}

/** Throws `INVALID_REQUEST` where a vector has another length than its space or a value that is not a finite number. */
export function checkVectors(operation: string, vectors: readonly Float32Array[], dimensions: number): void {
  for (const vector of vectors) {
    if (vector.length !== dimensions) {
      throw invalid(
        `${operation}: a vector has ${vector.length} dimensions, its space has ${dimensions}; embed with the model of the space`,
      );
    }
    checkFinite(operation, vector);
  }
}

function checkFinite(operation: string, vector: Float32Array): void {
  for (const value of vector) {
    if (!Number.isFinite(value)) throw invalid(`${operation}: a vector holds ${value}; vectors must be finite`);
  }
}
