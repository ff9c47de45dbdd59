import { fitLsa } from '@ibid/core/embed';
import { describeEmbedder } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { builtinEmbedder } from './builtin.ts';

const PASSAGES = Array.from({ length: 600 }, (_, i) => `Passage ${i} speaks of subject ${i % 17} and of word${i}.`);
const code = (value: string): unknown => expect.objectContaining({ code: value });

describeEmbedder({ name: 'builtinEmbedder', kind: 'fitted', make: () => builtinEmbedder() });

function listener(): never {
  throw new RangeError('no room on the line');
}

describe('builtinEmbedder', () => {
  it('fits in its worker what `fitLsa` fits in place', async () => {
    const space = await builtinEmbedder({ dimensions: 12 }).fit(PASSAGES);
    const local = fitLsa(PASSAGES, { dimensions: 12 });
    expect(space.id).toBe(local.id);
    expect(Buffer.compare(space.data, local.data)).toBe(0);
  });

  it('stops a fit that is under way with ABORTED', async () => {
    const controller = new AbortController();
    const fitting = builtinEmbedder().fit(PASSAGES, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(fitting).rejects.toEqual(code('ABORTED'));
  });

  it('rejects with what a progress listener throws', async () => {
    await expect(builtinEmbedder().fit(PASSAGES, { onProgress: listener })).rejects.toThrow('no room on the line');
  });

  it('lets other work run, and hears an abort, between the texts of one call', async () => {
    const source = builtinEmbedder({ dimensions: 4 });
    const embedder = await source.open(await source.fit(PASSAGES.slice(0, 40)));
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const texts = PASSAGES.slice(0, embedder.maxBatch);
    await expect(embedder.embed({ purpose: 'document', texts }, { signal: controller.signal })).rejects.toEqual(
      code('ABORTED'),
    );
  });

  it('refuses data that belong to another id (R6)', async () => {
    const source = builtinEmbedder();
    const [one, other] = [await source.fit(PASSAGES.slice(0, 20)), await source.fit(PASSAGES.slice(20, 40))];
    await expect(source.open({ ...one, data: other.data })).rejects.toEqual(code('INDEX_DAMAGED'));
  });

  it('refuses dimensions that make no sense', () => {
    for (const dimensions of [0, -1, 1.5, Number.NaN, 5000]) {
      expect(() => builtinEmbedder({ dimensions })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    }
  });
});
