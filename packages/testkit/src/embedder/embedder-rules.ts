import { calibrationFault } from '@ibid/core/embed';
import type { Embedder } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { SAMPLE_TEXTS } from './sample-texts.ts';

/** One rule of the contract; `run` rejects if it is broken. */
export interface EmbedderRule {
  readonly title: string;
  run(embedder: Embedder, options: EmbedderRuleOptions): Promise<void>;
}

export interface EmbedderRuleOptions {
  /** Opens another embedder of the same space; the caller closes it. */
  readonly reopen: () => Promise<Embedder>;
  /** Handling of texts of many thousand words; they must never be cut. */
  readonly longTexts: 'embedded' | 'refused';
}

/** Texts without content and valid JavaScript strings that may cause problems elsewhere. */
const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\n\t\n',
  '\u0000',
  'lone \uD800 surrogate',
  '👩‍👩‍👧‍👦 🇺🇳',
  'مرحبا بالعالم',
  '配置数据库连接',
  '\u202Ereversed\u202C',
  '__proto__ constructor toString hasOwnProperty',
  `{"texts":["injected"]}`,
];
/** Decimals in which two vectors of a text agree; hosted models are not bit-stable. */
const DECIMALS = 4;
const [FIRST] = SAMPLE_TEXTS as [string];

export const EMBEDDER_RULES: readonly EmbedderRule[] = [
  {
    title: 'states an id, its dimensions, its largest batch and whether it is worth caching',
    async run({ id, dimensions, maxBatch, cacheable }) {
      expect(id).toMatch(/^\S(?:.*\S)?$/u);
      for (const size of [dimensions, maxBatch]) expect(Number.isInteger(size) && size > 0).toBe(true);
      expect(cacheable).toBeTypeOf('boolean');
    },
  },
  {
    title: 'declares a sound calibration of its cosines, or that there is none',
    async run(embedder) {
      expect('calibration' in embedder).toBe(true);
      if (embedder.calibration !== undefined) expect(calibrationFault(embedder.calibration)).toBe('');
    },
  },
  {
    title: 'gives one finite vector of length 1 for each text, up to the largest batch',
    async run(embedder) {
      const size = Math.min(embedder.maxBatch, 300);
      const full = Array.from({ length: size }, (_, i) => SAMPLE_TEXTS[i % SAMPLE_TEXTS.length]!);
      for (const texts of [full, [FIRST]]) expectSound(embedder, texts, await embed(embedder, texts), [1]);
    },
  },
  {
    title: 'keeps the order: a batch gives what its texts give alone',
    async run(embedder) {
      const several = SAMPLE_TEXTS.slice(0, embedder.maxBatch);
      const together = await embed(embedder, several);
      for (const [i, text] of several.entries()) expectSame(together[i]!, (await embed(embedder, [text]))[0]!);
    },
  },
  {
    title: 'gives the same text the same vector again, also after a restart',
    async run(embedder, { reopen }) {
      const [first] = await embed(embedder, [FIRST]);
      expectSame((await embed(embedder, [FIRST]))[0]!, first!);
      const restarted = await reopen();
      expectSame((await embed(restarted, [FIRST]))[0]!, first!);
      await restarted.close();
    },
  },
  {
    title: 'finds each text by itself as a question',
    async run(embedder) {
      const vectors: Float32Array[] = [];
      for (const text of SAMPLE_TEXTS) vectors.push(...(await embed(embedder, [text])));
      for (const [i, text] of SAMPLE_TEXTS.entries()) {
        const { vectors: questions } = await embedder.embed({ purpose: 'query', texts: [text] });
        const scores = vectors.map((vector) => dot(questions[0]!, vector));
        expect(scores.indexOf(Math.max(...scores))).toBe(i);
      }
    },
  },
  {
    title: 'answers any string, blank and odd ones too, with a zero vector or a sound one',
    async run(embedder) {
      for (const text of ODD_TEXTS) expectSound(embedder, [text], await embed(embedder, [text]), [0, 1]);
    },
  },
  {
    title: 'embeds a very long text or says that it is too long, whichever it declares',
    async run(embedder, { longTexts }) {
      for (const text of [`${FIRST} `.repeat(5000), 'x'.repeat(300_000)]) {
        if (longTexts === 'embedded') expectSound(embedder, [text], await embed(embedder, [text]), [0, 1]);
        else {
          const refusal = { code: 'UPSTREAM_FAILED', retryable: false, details: { tooLong: true } };
          await expect(embed(embedder, [text])).rejects.toMatchObject(refusal);
        }
      }
    },
  },
  {
    title: 'hands its vectors over: changing them changes no later answer',
    async run(embedder) {
      const [first] = await embed(embedder, [FIRST]);
      const before = first!.slice();
      first!.fill(0.5);
      expectSame((await embed(embedder, [FIRST]))[0]!, before);
    },
  },
  {
    title: 'rejects with ABORTED when the signal is aborted',
    async run(embedder) {
      const call = { signal: AbortSignal.abort() };
      expect(await rejection(embedder.embed({ purpose: 'document', texts: [FIRST] }, call))).toBe('ABORTED');
    },
  },
  {
    title: 'can be closed twice',
    async run(embedder) {
      await embedder.close();
      expect(await rejection(embedder.close())).toBe('none');
    },
  },
];

async function embed(embedder: Embedder, texts: readonly string[]): Promise<readonly Float32Array[]> {
  return (await embedder.embed({ purpose: 'document', texts })).vectors;
}

/** Expects a vector of the declared dimensions and of one of these lengths for each text. */
function expectSound(
  { dimensions }: Embedder,
  texts: readonly string[],
  vectors: readonly Float32Array[],
  lengths: readonly number[],
): void {
  expect(vectors).toHaveLength(texts.length);
  for (const vector of vectors) {
    expect(vector).toBeInstanceOf(Float32Array);
    expect(vector).toHaveLength(dimensions);
    expect(lengths).toContain(Number(Math.sqrt(dot(vector, vector)).toFixed(3)));
  }
}

function expectSame(a: Float32Array, b: Float32Array): void {
  expect([...a]).toEqual([...b].map((value) => expect.closeTo(value, DECIMALS) as number));
}

function dot(a: Float32Array, b: Float32Array): number {
  return b.reduce((sum, value, i) => sum + value * a[i]!, 0);
}
