import { describeEmbedder } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { hashEmbedder } from './hash.ts';

describeEmbedder({ name: 'hashEmbedder', kind: 'fixed', make: () => hashEmbedder() });

describe('hashEmbedder', () => {
  it('gives other dimensions another id (R6)', () => {
    expect(hashEmbedder().embedder.id).not.toBe(hashEmbedder({ dimensions: 128 }).embedder.id);
  });

  it('refuses dimensions that make no sense', () => {
    for (const dimensions of [0, 7, 8.5, Number.NaN, 5000]) {
      expect(() => hashEmbedder({ dimensions })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    }
  });
});
