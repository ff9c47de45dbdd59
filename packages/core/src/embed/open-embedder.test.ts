import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';
import { openEmbedder } from './open-embedder.ts';
import {
  code,
  DIMENSIONS,
  documents,
  mapCache,
  open,
  question,
  soundEmbedder,
  TEXTS,
  vectorOf,
} from './testing/embedders.ts';

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

/** An embedder that accepts at most 40 characters; its vectors show which words it read. */
function narrow(): { embedder: Embedder; read: string[]; refused: () => number } {
  const read: string[] = [];
  let refused = 0;
  const embedder = soundEmbedder({
    maxBatch: 8,
    async embed({ texts }) {
      if (texts.some((text) => text.length > 40)) {
        refused += 1;
        throw new IbidError('UPSTREAM_FAILED', 'Too long.', { details: { tooLong: true } });
      }
      read.push(...texts);
      return { vectors: texts.map(vectorOf) };
    },
  });
  return { embedder, read, refused: () => refused };
}

describe('openEmbedder, for texts that are longer than the model reads (R23)', () => {
  const lines = 'the first line of it\nthe second line, which is longer';

  it('embeds them in parts at a line end, and leaves no word out', async () => {
    const { embedder, read } = narrow();
    const [vector] = await open({ embedder }).opened.embed(documents([lines]));
    expect(read.join('')).toBe(lines);
    expect(read).toEqual(['the first line of it', '\nthe second line, which is longer']);
    const sum = vectorOf(read[0]!).map(
      (value, at) => value * read[0]!.length + vectorOf(read[1]!)[at]! * read[1]!.length,
    );
    const length = Math.hypot(...sum);
    expect([...vector!]).toEqual([...sum].map((value) => expect.closeTo(value / length, 5)));
  });

  it('keeps the vector of each text in its place, and sends few requests more', async () => {
    const { embedder, refused } = narrow();
    const texts = [...TEXTS.slice(0, 5), lines, ...TEXTS.slice(5, 7)];
    const vectors = await open({ embedder }).opened.embed(documents(texts));
    expect(vectors.toSpliced(5, 1)).toEqual(texts.toSpliced(5, 1).map(vectorOf));
    expect(refused()).toBeLessThanOrEqual(4);
  });

  it('keeps what came of the parts as the vector of the whole', async () => {
    const cache = mapCache();
    const { embedder, read } = narrow();
    const first = await open({ cache, embedder }).opened.embed(documents([lines]));
    const sent = read.length;
    expect(await open({ cache, embedder }).opened.embed(documents([lines]))).toEqual(first);
    expect(read.length).toBe(sent);
  });

  it('parts within no character, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 20, maxLength: 90 }), async (text) => {
        fc.pre(text.length <= 160 && text.trim() !== '' && text.isWellFormed());
        const { embedder, read } = narrow();
        await open({ embedder })
          .opened.embed(documents([text]))
          .catch(() => undefined);
        for (const part of read) expect(part.isWellFormed()).toBe(true);
      }),
    );
  });

  it('takes a part of white space for nothing', async () => {
    const { embedder, read } = narrow();
    await open({ embedder }).opened.embed(documents([`words at the beginning${' '.repeat(40)}`]));
    expect(read).toEqual([expect.stringMatching(/^words at the beginning *$/u)]);
  });

  it('gives up on what is no passage, with the reason that the service gave', async () => {
    const { embedder } = narrow();
    const failure = open({ embedder }).opened.embed(documents(['word '.repeat(200)]));
    await expect(failure).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', message: 'Too long.' });
  });

  it('does not part questions: theirs are searched by words', async () => {
    const { embedder, refused } = narrow();
    await expect(open({ embedder }).opened.embed(question(lines))).rejects.toEqual(code('UPSTREAM_FAILED'));
    expect(refused()).toBe(1);
  });
});

describe('openEmbedder, when it is stopped', () => {
  it('does nothing for a signal that is aborted already', async () => {
    const { opened, counts } = open();
    await expect(opened.embed(documents(TEXTS), { signal: AbortSignal.abort() })).rejects.toEqual(code('ABORTED'));
    expect(counts.calls).toBe(0);
  });

  it('rejects with ABORTED between batches and sends no further one', async () => {
    const controller = new AbortController();
    const embedder = soundEmbedder({
      async embed({ texts }) {
        controller.abort();
        return { vectors: texts.map(vectorOf) };
      },
    });
    const { opened, counts } = open({ embedder, concurrency: 1 });
    await expect(opened.embed(documents(TEXTS), { signal: controller.signal })).rejects.toEqual(code('ABORTED'));
    expect(counts.calls).toBe(1);
  });

  it('rejects with ABORTED while the embedder hangs, and tells it', async () => {
    const controller = new AbortController();
    let heard: AbortSignal | undefined;
    const embedder = soundEmbedder({
      embed(_request, { signal } = {}) {
        heard = signal;
        return new Promise(() => {});
      },
    });
    const running = open({ embedder }).opened.embed(documents(TEXTS), { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toEqual(code('ABORTED'));
    expect(heard?.aborted).toBe(true);
  });

  it('rejects with ABORTED while it waits for the next attempt', async () => {
    const controller = new AbortController();
    const { opened } = open({
      faults: { fault: 'throws-retryable' },
      sleep: () => {
        controller.abort();
        return new Promise(() => {});
      },
    });
    await expect(opened.embed(documents(TEXTS), { signal: controller.signal })).rejects.toEqual(code('ABORTED'));
  });

  it('rejects with CLOSED when it is closed while the embedder hangs', async () => {
    const { opened, counts } = open({ faults: { fault: 'hangs' } });
    const running = opened.embed(documents(TEXTS));
    await Promise.all([expect(running).rejects.toEqual(code('CLOSED')), opened.close()]);
    expect(counts.closes).toBe(1);
  });

  it('sends no further batch after one has failed for good', async () => {
    const { opened, counts } = open({ concurrency: 1, faults: { fault: 'throws-for-good' } });
    await expect(opened.embed(documents(TEXTS))).rejects.toEqual(code('UPSTREAM_FAILED'));
    expect(counts.calls).toBe(1);
  });
});
