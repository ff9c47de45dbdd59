import type { Embedder, EmbedderSource, FittedSpace } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { EMBEDDER_CHECKS } from './embedder/embedder-checks.ts';
import { FIT_CHECKS } from './embedder/fit-checks.ts';
import { SAMPLE_TEXTS } from './embedder/sample-texts.ts';

export interface DescribeEmbedderOptions {
  readonly name: string;
  /** Declared by the caller, so that a source that changes its kind turns red. */
  readonly kind: EmbedderSource['kind'];
  /** A fresh source for each case. */
  readonly make: () => EmbedderSource;
  /** Passages to fit on and to ask for; different, each with words of its own, at least three. */
  readonly texts?: readonly string[];
  /** Milliseconds after which a call counts as hanging. */
  readonly deadline?: number;
}

/** The contract of embedders and, for fitted ones, of their source. */
export function describeEmbedder(options: DescribeEmbedderOptions): void {
  const { name, kind, make, texts = SAMPLE_TEXTS, deadline = 20_000 } = options;

  describe(`${name} keeps the contract of embedders`, () => {
    it(`is ${kind}`, () => {
      expect(make().kind).toBe(kind);
    });

    for (const { rule, find } of EMBEDDER_CHECKS) {
      it(`${rule}`, async () => {
        const open = opener(make, texts);
        expect(await find({ open, texts, deadline })).toEqual([]);
      });
    }

    for (const { rule, find } of FIT_CHECKS) {
      it.skipIf(kind === 'fixed')(`${rule}`, async () => {
        const source = make();
        if (source.kind === 'fixed') throw new Error(`${name} is not fitted.`);
        expect(await find({ source, passages: texts, deadline })).toEqual([]);
      });
    }
  });
}

/** Fits once, opens as often as asked. */
function opener(make: () => EmbedderSource, passages: readonly string[]): () => Promise<Embedder> {
  let fitting: Promise<FittedSpace> | undefined;
  return async () => {
    const source = make();
    if (source.kind === 'fixed') return source.embedder;
    fitting ??= source.fit(passages);
    return source.open(await fitting);
  };
}
