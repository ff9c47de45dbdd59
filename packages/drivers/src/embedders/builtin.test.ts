import { describeEmbedder } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { builtinEmbedder } from './builtin.ts';

describeEmbedder({ name: 'builtinEmbedder', kind: 'fitted', make: () => builtinEmbedder() });

describe('builtinEmbedder', () => {
  it('refuses dimensions that make no sense', () => {
    for (const dimensions of [0, -1, 1.5, Number.NaN, 5000]) {
      expect(() => builtinEmbedder({ dimensions })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    }
  });
});
