import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localEmbedder } from './local.ts';
import { makeTinyModel, tinyVector, TINY } from './testing/tiny-model.ts';

/** Path of the library, an optional install of several hundred megabytes that may be anywhere, such as `/srv/runtime`. */
const library = ((): string | undefined => {
  const from = process.env['IBID_TRANSFORMERS'] ?? import.meta.dirname;
  try {
    return pathToFileURL(createRequire(join(from, 'package.json')).resolve('@huggingface/transformers')).href;
  } catch {
    return undefined;
  }
})();

const TEXTS = ['the pump needs oil', 'valve', 'The pump needs the valve the pump needs oil oil', 'unknown words'];

describe.skipIf(library === undefined)('a model of a few numbers in the real library', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-tiny-'));
    await makeTinyModel(join(folder, 'tiny'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const open = async (pooling: 'mean' | 'cls'): ReturnType<typeof localEmbedder> =>
    localEmbedder({ folder: join(folder, 'tiny'), model: 'tiny', pooling, precision: 'fp32', library: library! });

  it.each(['mean', 'cls'] as const)('gives the vectors that are worked out by hand, pooled by %s', async (pooling) => {
    const { embedder } = await open(pooling);
    expect(embedder).toMatchObject({ id: expect.stringMatching(/^local\/tiny@4/u), dimensions: TINY.size });
    const { vectors } = await embedder.embed({ purpose: 'document', texts: TEXTS });
    for (const [at, text] of TEXTS.entries()) {
      for (const [i, value] of tinyVector(text, pooling).entries()) expect(vectors[at]![i]).toBeCloseTo(value, 5);
    }
    await embedder.close();
  });

  it('gives a text the same vector alone as among others', async () => {
    const { embedder } = await open('mean');
    const together = await embedder.embed({ purpose: 'document', texts: TEXTS });
    for (const [at, text] of TEXTS.entries()) {
      const alone = await embedder.embed({ purpose: 'document', texts: [text] });
      expect(alone.vectors[0]).toEqual(together.vectors[at]);
    }
    await embedder.close();
  });

  it('refuses a text that the model cannot read whole', async () => {
    const { embedder } = await open('mean');
    const longest = Array.from({ length: TINY.places - 2 }, () => 'oil').join(' ');
    await expect(embedder.embed({ purpose: 'document', texts: [longest] })).resolves.toBeDefined();
    await expect(embedder.embed({ purpose: 'document', texts: [`${longest} oil`] })).rejects.toMatchObject({
      details: { tooLong: true, tokens: TINY.places + 1, limit: TINY.places },
    });
    await embedder.close();
  });
});
