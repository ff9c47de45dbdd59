import { describe, expect, it } from 'vitest';
import { code } from './code-fixture.ts';
import { documents, TEXTS } from './embedding-requests-fixture.ts';
import { open } from './open-embedder-fixture.ts';
import { soundEmbedder, vectorOf } from './sound-embedder-fixture.ts';

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
