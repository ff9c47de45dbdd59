import { describe, expect, it } from 'vitest';
import { code } from './code-fixture.ts';
import { documents, TEXTS } from './embedding-requests-fixture.ts';
import { mapCache } from './map-cache-fixture.ts';
import { open } from './open-embedder-fixture.ts';
import { DIMENSIONS, soundEmbedder, vectorOf } from './sound-embedder-fixture.ts';

describe('openEmbedder with a cache (R25)', () => {
  it('embeds no text twice, not even in another process', async () => {
    const cache = mapCache();
    await open({ cache }).opened.embed(documents(TEXTS.slice(0, 6)));
    const later = open({ cache });
    expect(await later.opened.embed(documents(TEXTS))).toEqual(TEXTS.map(vectorOf));
    expect(later.counts.texts).toBe(4);
  });

  it('keeps questions and documents apart, for models that read them differently (R6)', async () => {
    const cache = mapCache();
    const { opened, counts } = open({ cache });
    await opened.embed({ purpose: 'query', texts: ['text'] });
    await opened.embed(documents(['text']));
    await opened.embed({ purpose: 'query', texts: ['text'] });
    expect(counts.calls).toBe(2);
  });

  it('keeps what was done before a failure', async () => {
    const cache = mapCache();
    let calls = 0;
    const embedder = soundEmbedder({
      async embed({ texts }) {
        if (++calls > 2) throw new Error('out of credit');
        return { vectors: texts.map(vectorOf) };
      },
    });
    await expect(open({ embedder, cache, concurrency: 1 }).opened.embed(documents(TEXTS))).rejects.toEqual(
      code('UPSTREAM_FAILED'),
    );
    const later = open({ cache });
    await later.opened.embed(documents(TEXTS));
    expect(later.counts.texts).toBe(2);
  });

  it('embeds again what the cache holds damaged', async () => {
    const cache = mapCache();
    await open({ cache }).opened.embed(documents(TEXTS.slice(0, 3)));
    const damage = [new Float32Array(3), new Float32Array(DIMENSIONS), new Float32Array(DIMENSIONS).fill(Number.NaN)];
    [...cache.entries.keys()].forEach((key, i) => cache.entries.set(key, damage[i]!));
    const { opened, counts } = open({ cache });
    expect(await opened.embed(documents(TEXTS.slice(0, 3)))).toEqual(TEXTS.slice(0, 3).map(vectorOf));
    expect(counts.texts).toBe(3);
  });

  it('leaves the cache alone for embedders that are cheaper than it', async () => {
    const cache = mapCache();
    await open({ cache, embedder: soundEmbedder({ cacheable: false }) }).opened.embed(documents(TEXTS));
    expect(cache.entries.size).toBe(0);
  });
});
