import { describe, expect, it } from 'vitest';
import { code } from './code-fixture.ts';
import { documents, question, TEXTS } from './embedding-requests-fixture.ts';
import { open } from './open-embedder-fixture.ts';
import { openEmbedder } from './open-embedder.ts';
import { soundEmbedder, vectorOf } from './sound-embedder-fixture.ts';

describe('openEmbedder', () => {
  it('splits into batches and keeps the order, whichever batch is answered first', async () => {
    let call = 0;
    const embedder = soundEmbedder({
      async embed({ texts }) {
        for (let turns = 5 - call++; turns > 0; turns--) await Promise.resolve();
        return { vectors: texts.map(vectorOf) };
      },
    });
    const { opened, counts } = open({ embedder });
    expect(await opened.embed(documents(TEXTS))).toEqual(TEXTS.map(vectorOf));
    expect(counts).toMatchObject({ calls: 3, texts: 10 });
  });

  it('keeps batches short enough for services that count tokens', async () => {
    const sizes: number[] = [];
    const embedder = soundEmbedder({
      maxBatch: 96,
      async embed({ texts }) {
        sizes.push(texts.reduce((sum, text) => sum + text.length, 0));
        return { vectors: texts.map(vectorOf) };
      },
    });
    const texts = [...Array.from({ length: 9 }, (_, i) => `${i}`.repeat(50_000)), 'x'.repeat(300_000), 'short'];
    expect(await open({ embedder }).opened.embed(documents(texts))).toEqual(texts.map(vectorOf));
    expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 50_000, 200_000, 200_000, 300_000]);
  });

  it('never has more batches under way than allowed', async () => {
    let running = 0;
    let most = 0;
    const embedder = soundEmbedder({
      maxBatch: 1,
      async embed({ texts }) {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return { vectors: texts.map(vectorOf) };
      },
    });
    await open({ embedder, concurrency: 3 }).opened.embed(documents(TEXTS));
    expect(most).toBe(3);
  });

  it('sends each distinct text once and blank texts never', async () => {
    const { opened, counts } = open();
    const vectors = await opened.embed(documents(['same', '', 'same', ' \n', 'other']));
    expect(vectors).toEqual([
      vectorOf('same'),
      new Float32Array(8),
      vectorOf('same'),
      new Float32Array(8),
      vectorOf('other'),
    ]);
    expect(counts.texts).toBe(2);
    expect(await opened.embed(documents([]))).toEqual([]);
  });

  it('refuses use after close with CLOSED and closes the embedder once', async () => {
    const { opened, counts } = open();
    await opened.close();
    await opened.close();
    await expect(opened.embed(documents(['text']))).rejects.toEqual(code('CLOSED'));
    expect(counts).toMatchObject({ calls: 0, closes: 1 });
  });

  it('is closed by `await using`', async () => {
    const { opened, counts } = open();
    {
      await using scoped = opened;
      await scoped.embed(documents(['text']));
    }
    expect(counts.closes).toBe(1);
  });
});

describe('openEmbedder and the declared calibration', () => {
  it('hands it on as it is', () => {
    const calibration = { likeness: 'cosine', midpoint: 0.4, slope: 8 } as const;
    expect(openEmbedder(soundEmbedder({ calibration })).calibration).toEqual(calibration);
    expect(openEmbedder(soundEmbedder()).calibration).toBeUndefined();
  });

  it.each([
    [{ likeness: 'dot' as 'cosine' }, /likeness is dot/u],
    [{ midpoint: 0 }, /test\/angles@1.*midpoint is 0/u],
    [{ midpoint: 1 }, /midpoint is 1/u],
    [{ midpoint: Number.NaN }, /midpoint is NaN/u],
    [{ slope: 0 }, /slope is 0/u],
    [{ slope: 2.5 }, /slope is 2\.5/u],
    [{ slope: 65 }, /slope is 65/u],
  ])('refuses %o, which would give no similarity, with the name and what is wrong', (wrong, message) => {
    const calibration = { likeness: 'cosine', midpoint: 0.4, slope: 8, ...wrong } as const;
    expect(() => openEmbedder(soundEmbedder({ calibration }))).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) as string }),
    );
  });
});

it('openEmbedder tells of each call how it ended and how many texts it had', async () => {
  const told: unknown[] = [];
  const { opened } = open({ faults: { fault: 'fewer-vectors', times: 1 }, onCall: (call) => void told.push(call) });
  await opened.embed(question('port?'));
  await opened.embed(question('port?'));
  await opened.embed(documents(TEXTS.slice(0, 3)));
  expect(told).toEqual([
    { purpose: 'query', texts: 1, result: 'UPSTREAM_FAILED' },
    { purpose: 'query', texts: 1, result: 'ok' },
    { purpose: 'document', texts: 3, result: 'ok' },
  ]);
});
