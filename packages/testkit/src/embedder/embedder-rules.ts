import { calibrationFault } from '@ibid/core/embed';
import type { Embedder, EmbedderSource } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';

/** Short texts on different topics; each contains words that no other has. Enough to fit a small space. */
export const SAMPLE_TEXTS: readonly string[] = [
  'Install the command line tool with npm and check that Node is recent enough.',
  'The scheduler places every pod on a node that has room for its memory request.',
  'Rotate the signing key twice a year and revoke tokens that were issued before.',
  'A webhook delivers each event at least once; the receiver must tolerate repeats.',
  'Set maxRetryCount in config.yaml to limit how often a failed upload is tried again.',
  'Backups are encrypted with a passphrase and kept for ninety days in cold storage.',
  'Use a composite index when a query filters by tenant and sorts by creation date.',
  'The colour palette follows the theme; override the accent with a CSS variable.',
  'Logs are written as JSON lines, one record for each request, without user text.',
  'To roll back a release, point the traffic alias at the previous revision.',
  'Translators edit message catalogues; plural forms follow the rules of the locale.',
  'A circuit breaker opens after five failures and closes again after one success.',
];

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

/** One rule for fitted sources; `run` rejects if it is broken. */
export interface FitRule {
  readonly title: string;
  run(source: EmbedderSource & { readonly kind: 'fitted' }): Promise<void>;
}

export const FIT_RULES: readonly FitRule[] = [
  {
    title: 'equal passages in equal order give equal bytes and ids',
    async run(source) {
      const [first, second] = [await source.fit(SAMPLE_TEXTS), await source.fit([...SAMPLE_TEXTS])];
      expect(Buffer.compare(first.data, second.data)).toBe(0);
      expect(second.id).toBe(first.id);
    },
  },
  {
    title: 'different passages give different ids, all of one family (R6)',
    async run(source) {
      const [one, other] = [await source.fit(SAMPLE_TEXTS), await source.fit(SAMPLE_TEXTS.slice(1))];
      expect(one.id).not.toBe(other.id);
      for (const { id } of [one, other]) expect(id.startsWith(source.family)).toBe(true);
    },
  },
  {
    title: 'opens with the id and dimensions of the fit',
    async run(source) {
      const { id, dimensions, data } = await source.fit(SAMPLE_TEXTS);
      const embedder = await source.open({ id, dimensions, data });
      expect(embedder).toMatchObject({ id, dimensions });
      await embedder.close();
    },
  },
  {
    title: 'refuses bytes that are not a fit',
    async run(source) {
      const space = await source.fit(SAMPLE_TEXTS);
      const last = space.data.length - 1;
      for (const data of [new Uint8Array(), space.data.slice(0, last), space.data.with(last, space.data[last]! ^ 1)]) {
        expect(await rejection(source.open({ ...space, data }))).toBe('INDEX_DAMAGED');
      }
    },
  },
  {
    title: 'fits any passages: none, one, copies, blank ones',
    async run(source) {
      const [first, second, third] = SAMPLE_TEXTS as [string, string, string];
      for (const few of [[], [first], [first, first], ['', ' '], [first, second], [first, second, third]]) {
        const embedder = await source.open(await source.fit(few));
        const { vectors } = await embedder.embed({ purpose: 'query', texts: [first] });
        expect(vectors[0]).toHaveLength(embedder.dimensions);
        expect(vectors[0]!.every(Number.isFinite)).toBe(true);
        await embedder.close();
      }
    },
  },
  {
    title: 'reports progress that rises to its total',
    async run(source) {
      const reports: (readonly [done: number, total: number])[] = [];
      await source.fit(SAMPLE_TEXTS, { onProgress: (done, total) => reports.push([done, total]) });
      expect(reports).toEqual(reports.toSorted(([a], [b]) => a - b));
      const [done, total] = reports.at(-1)!;
      expect(done).toBe(total);
    },
  },
  {
    title: 'stops a fit with ABORTED, before it begins and while it runs',
    async run(source) {
      const controller = new AbortController();
      const running = rejection(source.fit(SAMPLE_TEXTS, { signal: controller.signal }));
      controller.abort();
      expect(await rejection(source.fit(SAMPLE_TEXTS, { signal: AbortSignal.abort() }))).toBe('ABORTED');
      expect(await running).toBe('ABORTED');
    },
  },
  {
    title: 'asks for a refit when nothing was fitted, and for none right after a fit',
    async run(source) {
      const [none, all] = [await source.fit([]), await source.fit(SAMPLE_TEXTS)];
      const total = SAMPLE_TEXTS.length;
      const reason = expect.stringMatching(/./u) as string;
      expect(source.drift(none, { total, added: total })).toMatchObject({ refit: true, reason });
      expect(source.drift(all, { total, added: 0 })).toMatchObject({ refit: false, reason });
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
