import { cacheKey } from '../embed/question-vectors.ts';
import type { ChunkStore } from '../store/open-store.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import { IbidError } from '../types/ibid-error.ts';

/** In this order; a stage without work is left out. */
export type CopyStage = 'list' | 'copy' | 'publish' | 'cache' | 'compare' | 'check';

export interface CopyProgress {
  readonly stage: CopyStage;
  readonly done: number;
  readonly total: number;
}

/** Two stores of one kind or of two; both stay open. */
export interface CopyPair extends CallOptions {
  readonly from: ChunkStore;
  readonly to: ChunkStore;
  readonly onProgress?: (progress: CopyProgress) => void;
}

export interface CopyOptions extends CopyPair {
  /** Writes every page again, and takes over a target that shows another site; default false. */
  readonly fresh?: boolean;
  /** Only counts what would be written; default false. */
  readonly dryRun?: boolean;
}

export interface CopyReport {
  /** `unchanged`: the target showed the same generation already. */
  readonly status: 'copied' | 'unchanged' | 'dry-run';
  /** True if an interrupted copy, or an interrupted indexing of the same site, was continued. */
  readonly resumed: boolean;
  readonly pages: {
    readonly total: number;
    readonly copied: number;
    /** Already there, with vectors. */
    readonly kept: number;
    readonly removed: number;
  };
  readonly chunks: number;
  readonly spaceId: string;
  /** Live in the source when the copy began, and in the target when it ended; 0 where the target shows nothing. */
  readonly generations: { readonly from: number; readonly to: number };
}

/** Throws `ABORTED` once the signal has fired. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new IbidError('ABORTED', 'Copying was stopped; run it again to go on where it stopped.', {
    retryable: true,
    cause: signal.reason,
  });
}

const BATCH = 256;

/**
 * Copies what the source's cache of embeddings has for the live passages, so that the target pays for none of them again even after
 * `--fresh`; the number of vectors copied. What it has for texts that are gone stays behind. Rejects with `UNSUPPORTED` where one of the
 * stores has no cache.
 */
export async function copyCache(
  options: CopyPair & {
    /** Texts of a chunk for embedders: `embedTexts` of `@ibid/core/chunk`. */
    readonly embedTexts: (chunk: Chunk) => { readonly passage: string; readonly heading: string };
  },
): Promise<number> {
  const { from, to, signal, onProgress, embedTexts } = options;
  const call: CallOptions = signal === undefined ? {} : { signal };
  const { cache: source } = from;
  const { cache: target } = to;
  if (source === undefined || target === undefined) {
    const which = source === undefined ? `source (${from.name})` : `target (${to.name})`;
    throw new IbidError('UNSUPPORTED', `The ${which} keeps no cache of embeddings; leave \`--cache\` out.`);
  }
  const info = await from.info(call);
  if (info === undefined) return 0;
  let copied = 0;
  let wanted = new Set<string>();
  const flush = async (): Promise<void> => {
    const hashes = [...wanted];
    wanted = new Set();
    const vectors = await source.get(info.space.id, hashes, call);
    const entries = hashes.flatMap((hash, i) => {
      const vector = vectors[i];
      return vector === undefined ? [] : [{ hash, vector }];
    });
    await target.put(info.space.id, entries, call);
    copied += entries.length;
  };
  let done = 0;
  for await (const { page } of from.readPages({}, call)) {
    throwIfStopped(signal);
    for (const { chunk } of page.chunks) {
      const { passage, heading } = embedTexts(chunk);
      for (const text of [passage, heading]) if (text !== '') wanted.add(cacheKey(text));
    }
    if (wanted.size >= BATCH) await flush();
    onProgress?.({ stage: 'cache', done: (done += 1), total: info.pages });
  }
  await flush();
  return copied;
}
