import type { Embedder, EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { EMBEDDER_RULES, FIT_RULES, SAMPLE_TEXTS, type EmbedderRuleOptions } from './embedder/embedder-rules.ts';

export interface DescribeEmbedderOptions {
  readonly name: string;
  /** Expected kind, so that a source that changes its kind fails the test. */
  readonly kind: EmbedderSource['kind'];
  /** Makes a new source for each case. */
  readonly make: () => EmbedderSource | Promise<EmbedderSource>;
  /** Default `embedded`. */
  readonly longTexts?: EmbedderRuleOptions['longTexts'];
}

/** Tests the contract of embedders and, for fitted ones, of their source. */
export function describeEmbedder({ name, kind, make, longTexts = 'embedded' }: DescribeEmbedderOptions): void {
  let fitting: Promise<EmbeddingSpace> | undefined;
  async function open(): Promise<Embedder> {
    const source = await make();
    if (source.kind === 'fixed') return source.embedder;
    fitting ??= source.fit(SAMPLE_TEXTS);
    return source.open(await fitting);
  }

  describe(`${name} keeps the contract of embedders`, () => {
    it(`is ${kind}`, async () => {
      expect((await make()).kind).toBe(kind);
    });

    // oxlint-disable-next-line vitest/expect-expect -- a rule carries its assertions
    it.each(EMBEDDER_RULES)('$title', async ({ run }) => {
      const embedder = await open();
      try {
        await run(embedder, { reopen: open, longTexts });
      } finally {
        await embedder.close();
      }
    });

    // oxlint-disable-next-line vitest/expect-expect -- a rule carries its assertions
    it.skipIf(kind === 'fixed').each(FIT_RULES)('$title', async ({ run }) => {
      const source = await make();
      if (source.kind === 'fixed') throw new Error(`${name} is not fitted.`);
      await run(source);
    });
  });
}
