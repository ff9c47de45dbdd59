import { extendLsa, LSA_CALIBRATION, LSA_FAMILY, lsaDrift, openLsa } from '@ibid/core/embed';
import { IbidError } from '@ibid/core';
import type { Embedder, EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { setImmediate } from 'node:timers/promises';
import { fitInWorker } from './fit-in-worker.ts';

export interface BuiltinEmbedderOptions {
  /** Most dimensions of a fit, 1 to 1024; small sites get fewer. Default 128. */
  readonly dimensions?: number;
  /** Default 0. */
  readonly seed?: number;
}

const MAX_BATCH = 256;
/** Texts between two pauses in which the process can do other work: a few milliseconds. */
const BURST = 32;

/**
 * The embedder that needs no model and no network: a space fitted on the site's own passages, see `fitLsa`. Fits run in a worker thread,
 * embedding in the caller's.
 */
export function builtinEmbedder(options: BuiltinEmbedderOptions = {}): EmbedderSource & { readonly kind: 'fitted' } {
  const { dimensions = 128, seed = 0 } = options;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 1024) {
    throw new IbidError('INVALID_CONFIG', `dimensions is ${dimensions}; give a whole number from 1 to 1024.`);
  }
  return {
    kind: 'fitted',
    family: LSA_FAMILY,
    fit: (passages, call = {}) => fitInWorker(passages, { dimensions, seed }, call),
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
        if (signal?.aborted === true) throw new IbidError('ABORTED', 'Embedding was stopped by its caller.');
        vectors.push(projector.project(text));
      }
      return { vectors };
    },
    close: async () => {},
  };
}
