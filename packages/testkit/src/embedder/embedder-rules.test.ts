import type { Embedder } from '@ibid/core/types';
import { expect, it } from 'vitest';
import { wordVector } from '../embedding-service/word-vector.ts';
import { EMBEDDER_RULES } from './embedder-rules.ts';

it('the rules of embedders notice a driver that trusts the order of a reply (planted)', async () => {
  const embedder: Embedder = {
    id: 'test/shuffled',
    dimensions: 64,
    maxBatch: 16,
    cacheable: true,
    calibration: undefined,
    async embed({ texts }) {
      const vectors = texts.map((text) => Float32Array.from(wordVector(text, 'test', 64)));
      return { vectors: vectors.toReversed().map((vector) => vector.map((value) => value / Math.hypot(...vector))) };
    },
    close: async () => undefined,
  };
  const options = { reopen: async () => embedder, longTexts: 'embedded' } as const;
  const outcomes = await Promise.allSettled(EMBEDDER_RULES.map((rule) => rule.run(embedder, options)));
  const broken = EMBEDDER_RULES.filter((_, i) => outcomes[i]!.status === 'rejected').map(({ title }) => title);
  expect(broken).toEqual([
    'keeps the order: a batch gives what its texts give alone',
    'rejects with ABORTED when the signal is aborted',
  ]);
});
