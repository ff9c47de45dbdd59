import { IbidError, invalidConfig, untilAborted } from '@ibid/core';
import { embeddingAborted, extendLsa, LSA_CALIBRATION, LSA_FAMILY, lsaDrift, openLsa } from '@ibid/core/embed';
import type { Embedder, EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { setImmediate } from 'node:timers/promises';
import { startThread } from '../files/thread.ts';

interface BuiltinEmbedderOptions {
  /** Maximum dimensions of a fit, 1 to 1024; small sites get fewer. Default 128. */
  readonly dimensions?: number;
}

const MAX_BATCH = 256;
/** Texts embedded between two pauses that let the process do other work; takes a few milliseconds. */
const BURST = 32;

/**
 * Embedder that needs no model and no network: a space fitted to the site's own passages, see `fitLsa`. Fits run in a worker thread,
 * embedding runs in the caller's thread.
 */
export function builtinEmbedder(options: BuiltinEmbedderOptions = {}): EmbedderSource & { readonly kind: 'fitted' } {
  const { dimensions = 128 } = options;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 1024) {
    throw invalidConfig(`dimensions is ${dimensions}; give a whole number from 1 to 1024.`);
  }
  return {
    kind: 'fitted',
    family: LSA_FAMILY,
    fit: (passages, call = {}) => fitInWorker(passages, { dimensions }, call),
    open: async (space) => opened(space),
    drift: lsaDrift,
    extend: extendLsa,
  };
}

function opened(space: EmbeddingSpace): Embedder {
  const projector = openLsa(space.data);
  if (projector.id !== space.id) {
    throw new IbidError(
      'INDEX_DAMAGED',
      `The index names the space ${space.id} but holds the data of ${projector.id}. Index the site again.`,
    );
  }
  return {
    id: projector.id,
    dimensions: projector.dimensions,
    maxBatch: MAX_BATCH,
    cacheable: false,
    calibration: LSA_CALIBRATION,
    async embed({ texts }, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        if (vectors.length > 0 && vectors.length % BURST === 0) await setImmediate();
        if (signal?.aborted === true) throw embeddingAborted();
        vectors.push(projector.project(text));
      }
      return { vectors };
    },
    close: async () => {},
  };
}

/** A request to the worker: passages to count, any number of times, then one without passages, which is answered with the space. */
export interface FitRequest {
  readonly passages?: readonly string[];
}

/** A notice of the worker. */
export interface FitProgress {
  readonly done: number;
  readonly total: number;
}

export interface FitSettings {
  readonly dimensions: number;
}

/** Passages per message; copying them takes well under a millisecond. */
const MESSAGE_SIZE = 256;

type FitCall = NonNullable<Parameters<(EmbedderSource & { kind: 'fitted' })['fit']>[1]>;

/**
 * Runs `fitLsa` in a separate worker thread, which counts terms while passages still arrive and keeps no text. Aborting stops the thread at
 * once.
 */
async function fitInWorker(
  passages: readonly string[],
  settings: FitSettings,
  { signal = new AbortController().signal, onProgress }: FitCall,
): Promise<EmbeddingSpace> {
  if (signal.aborted) throw abortedError();
  const listening = Promise.withResolvers<never>();
  const thread = startThread(new URL('./fit-worker.ts', import.meta.url), {
    workerData: settings,
    name: 'ibid-fit',
    // Words live shortly; V8's default would let 100 MB of them pile up.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
    ended: (cause) => new IbidError('UPSTREAM_FAILED', FAILED, { cause }),
    onNotice({ done, total }: FitProgress) {
      try {
        onProgress?.(done, total);
      } catch (error) {
        listening.reject(error);
      }
    },
  });
  async function fit(): Promise<EmbeddingSpace> {
    // Each message is sent when the one before is counted, so that the texts do not wait in memory a second time.
    for (let at = 0; at < passages.length; at += MESSAGE_SIZE) {
      await thread.call({ passages: passages.slice(at, at + MESSAGE_SIZE) } satisfies FitRequest);
    }
    return thread.call({} satisfies FitRequest);
  }
  try {
    return await untilAborted(Promise.race([fit(), listening.promise]), signal);
  } catch (error) {
    throw signal.aborted ? abortedError() : error;
  } finally {
    await thread.terminate();
  }
}

function abortedError(): IbidError {
  return new IbidError('ABORTED', 'The fit of the built-in embedder was stopped by its caller.');
}

const FAILED =
  'The fit of the built-in embedder ended without a result. Give the process more memory, or index fewer pages.';
