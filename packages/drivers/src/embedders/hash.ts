import { IbidError, TOKENIZER_ID, tokenize } from '@ibid/core';
import { embeddingAborted } from '@ibid/core/embed';
import type { EmbedderSource } from '@ibid/core/types';

export interface HashEmbedderOptions {
  /** 8 to 4096. Default 64. */
  readonly dimensions?: number;
}

const VERSION = 1;
/** Vector entries changed by each token. Several, so that two tokens do not cancel each other out. */
const ENTRIES = 4;

/**
 * Embedder that hashes tokens to features: no fit, no state, equal on every machine. Texts are similar only if they share words; meant for
 * tests and experiments, not for search.
 */
export function hashEmbedder(options: HashEmbedderOptions = {}): EmbedderSource & { readonly kind: 'fixed' } {
  const { dimensions = 64 } = options;
  if (!Number.isInteger(dimensions) || dimensions < 8 || dimensions > 4096) {
    throw new IbidError('INVALID_CONFIG', `dimensions is ${dimensions}; give a whole number from 8 to 4096.`);
  }
  return {
    kind: 'fixed',
    embedder: {
      id: `builtin/hash@${VERSION}:${dimensions}:${TOKENIZER_ID}`,
      dimensions,
      maxBatch: 256,
      cacheable: false,
      calibration: undefined,
      async embed({ texts }, { signal } = {}) {
        if (signal?.aborted === true) throw embeddingAborted();
        return { vectors: texts.map((text) => hashText(text, dimensions)) };
      },
      close: async () => {},
    },
  };
}

function hashText(text: string, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  for (const token of tokenize(text)) {
    for (let entry = 0; entry < ENTRIES; entry++) {
      const hash = hashToken(token, entry);
      sums[(hash >>> 1) % dimensions]! += hash & 1 ? 1 : -1;
    }
  }
  const length = Math.hypot(...sums);
  return length > 0 ? Float32Array.from(sums, (sum) => sum / length) : new Float32Array(dimensions);
}

/** Returns 32 bits: FNV-1a over UTF-16 units, then mixed so that short tokens differ in all bits. */
function hashToken(token: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let i = 0; i < token.length; i++) hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
