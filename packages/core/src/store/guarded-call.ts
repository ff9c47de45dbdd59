import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { IndexedPage, LegQuery } from '../types/store.ts';
import { untilAborted } from '../async/waits.ts';

/** Runs calls to one driver so that callers only ever see `IbidError`, and see an abort at once. */
export interface GuardedCall {
  <T>(operation: string, options: CallOptions | undefined, action: () => Promise<T>): Promise<T>;
}

/**
 * `refuse` gives the error for calls that may not start, such as after `close`. Errors of the driver that are no `IbidError`
 * become `UPSTREAM_FAILED` with the driver's name and the operation.
 */
export function guardedCall(driver: string, refuse: () => IbidError | undefined): GuardedCall {
  return async function guarded<T>(
    operation: string,
    options: CallOptions | undefined,
    action: () => Promise<T>,
  ): Promise<T> {
    const refusal = refuse();
    if (refusal !== undefined) throw refusal;
    const signal = options?.signal;
    if (signal?.aborted) throw aborted(operation, signal);
    try {
      if (signal === undefined) return await action();
      const result = await untilAborted(action(), signal);
      // A result that was ready at the moment of the abort comes too late as well.
      signal.throwIfAborted();
      return result;
    } catch (error) {
      if (signal?.aborted && error === signal.reason) throw aborted(operation, signal);
      if (IbidError.is(error)) throw error;
      if (signal?.aborted) throw aborted(operation, signal);
      throw new IbidError('UPSTREAM_FAILED', `The ${driver} store failed in \`${operation}\``, {
        details: { store: driver, operation },
        cause: error,
      });
    }
  };
}

/** The same border around every step of an iteration; leaving the loop early ends the driver's iteration too. */
export async function* guardedIteration<T>(
  guarded: GuardedCall,
  operation: string,
  options: CallOptions | undefined,
  start: () => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const iterator = await guarded(operation, options, async () => start()[Symbol.asyncIterator]());
  try {
    for (;;) {
      const step = await guarded(operation, options, () => iterator.next());
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    // Not awaited: after an abort the driver may still be busy with the step that nobody waits for.
    iterator.return?.().catch(() => undefined);
  }
}

function aborted(operation: string, signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', `\`${operation}\` was aborted`, { cause: signal.reason });
}

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
