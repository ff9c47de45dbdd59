import type { Embedder, EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { EMBEDDER_CHECKS } from './embedder/embedder-checks.ts';
import { FIT_CHECKS } from './embedder/fit-checks.ts';
import { SAMPLE_TEXTS } from './embedder/sample-texts.ts';

export interface DescribeEmbedderOptions {
  readonly name: string;
  /** Expected kind, so that a source that changes its kind fails the test. */
  readonly kind: EmbedderSource['kind'];
  /** Makes a new source for each case. */
  readonly make: () => EmbedderSource | Promise<EmbedderSource>;
  /** Passages to fit on and to ask for; at least three, all different, each with words that no other has. */
  readonly texts?: readonly string[];
  /** Handling of texts of many thousand words. Default `embedded`. */
  readonly longTexts?: 'embedded' | 'refused';
  /** Milliseconds after which a call counts as hanging. */
  readonly deadline?: number;
}

/** Tests the contract of embedders and, for fitted ones, of their source. */
export function describeEmbedder(options: DescribeEmbedderOptions): void {
  const { name, kind, make, texts = SAMPLE_TEXTS, longTexts = 'embedded', deadline = 20_000 } = options;

  describe(`${name} keeps the contract of embedders`, () => {
    it(`is ${kind}`, async () => {
      expect((await make()).kind).toBe(kind);
    });

    for (const { rule, find } of EMBEDDER_CHECKS) {
      it(`${rule}`, async () => {
        const open = opener(make, texts);
        expect(await find({ open, texts, longTexts, deadline })).toEqual([]);
      });
    }

    for (const { rule, find } of FIT_CHECKS) {
      it.skipIf(kind === 'fixed')(`${rule}`, async () => {
        const source = await make();
        if (source.kind === 'fixed') throw new Error(`${name} is not fitted.`);
        expect(await find({ source, passages: texts, deadline })).toEqual([]);
      });
    }
  });
}

/** Fits once and opens any number of embedders. */
function opener(make: DescribeEmbedderOptions['make'], passages: readonly string[]): () => Promise<Embedder> {
  let fitting: Promise<EmbeddingSpace> | undefined;
  return async () => {
    const source = await make();
    if (source.kind === 'fixed') return source.embedder;
    fitting ??= source.fit(passages);
    return source.open(await fitting);
  };
}
