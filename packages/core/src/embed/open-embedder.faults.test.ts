import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  code,
  DIMENSIONS,
  documents,
  mapCache,
  open,
  soundEmbedder,
  TEXTS,
  vectorOf,
  type EmbedderFault,
} from './testing/embedders.ts';

describe('openEmbedder, when replies are faulty (R25, R6)', () => {
  const replies: readonly EmbedderFault[] = [
    'fewer-vectors',
    'more-vectors',
    'no-vectors',
    'body-without-vectors',
    'wrong-dimension',
    'not-a-number',
    'infinite',
    'zero-vector',
    'not-normalised',
    'plain-arrays',
    'throws-for-good',
    'throws-foreign',
  ];

  it.each(replies)('lets no vector of `%s` through or into the cache', async (fault) => {
    const cache = mapCache();
    const { opened, counts } = open({ cache, faults: { fault }, retries: 2 });
    await expect(opened.embed(documents(TEXTS.slice(0, 3)))).rejects.toEqual(code('UPSTREAM_FAILED'));
    expect(cache.entries.size).toBe(0);
    const isFinal = ['wrong-dimension', 'throws-for-good', 'throws-foreign'].includes(fault);
    expect(counts.calls).toBe(isFinal ? 1 : 3);
  });

  it('gets over a faulty reply that does not come again', async () => {
    const { opened, counts } = open({ faults: { fault: 'not-a-number', times: 2 } });
    expect(await opened.embed(documents(['text']))).toEqual([vectorOf('text')]);
    expect(counts.calls).toBe(3);
  });

  it('accepts the zero vector of a local space that knows no word of the text', async () => {
    const { opened } = open({ embedder: soundEmbedder({ cacheable: false }), faults: { fault: 'zero-vector' } });
    expect(await opened.embed(documents(['text']))).toEqual([new Float32Array(DIMENSIONS)]);
  });

  it('keeps foreign messages, which may hold keys, out of its own', async () => {
    const failure = open({ faults: { fault: 'throws-foreign' } }).opened.embed(documents(['text']));
    await expect(failure).rejects.toMatchObject({
      message: 'Embedder test/angles@1 failed on 1 texts. Check its service and settings.',
      cause: expect.any(TypeError),
    });
  });

  it('stores only sound vectors whatever goes wrong in which order, and asks at most 1 + retries times', async () => {
    const fault = fc.constantFrom(...replies, 'throws-retryable' as const);
    await fc.assert(
      fc.asyncProperty(
        fault,
        fc.nat(4),
        fc.nat(3),
        fc.integer({ min: 1, max: 10 }),
        async (name, times, retries, count) => {
          const cache = mapCache();
          const texts = TEXTS.slice(0, count);
          const { opened, counts } = open({ cache, retries, faults: { fault: name, times } });
          const right = texts.map(vectorOf);
          const outcome = await opened.embed(documents(texts)).catch(() => right);
          expect(outcome).toEqual(right);
          const sound = texts.map((text) => vectorOf(text).join());
          for (const vector of cache.entries.values()) expect(sound).toContain(vector.join());
          expect(counts.texts).toBeLessThanOrEqual(count * (1 + retries));

          const stored = cache.entries.size;
          const again = open({ cache });
          expect(await again.opened.embed(documents(texts))).toEqual(right);
          expect(again.counts.texts).toBe(count - stored);
        },
      ),
    );
  });
});

describe('openEmbedder, when the service is busy (R25)', () => {
  it('waits longer each time, shortened at random, and gives up after the last retry', async () => {
    const { opened, counts, waits } = open({ faults: { fault: 'throws-retryable' }, retries: 3, random: () => 0.5 });
    await expect(opened.embed(documents(['text']))).rejects.toEqual(code('RATE_LIMITED'));
    expect(waits).toEqual([375, 750, 1500]);
    expect(counts.calls).toBe(4);
  });

  it('waits at least as long as it is asked to', async () => {
    const { opened, waits } = open({ faults: { fault: 'throws-retryable', times: 1, retryAfterMs: 20_000 } });
    await opened.embed(documents(['text']));
    expect(waits).toEqual([20_000]);
  });

  it('reports a request to wait for hours at once', async () => {
    const { opened, waits } = open({ faults: { fault: 'throws-retryable', retryAfterMs: 3_600_000 } });
    await expect(opened.embed(documents(['text']))).rejects.toEqual(code('RATE_LIMITED'));
    expect(waits).toEqual([]);
  });
});
