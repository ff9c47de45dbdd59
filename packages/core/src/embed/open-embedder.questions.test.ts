import { describe, expect, it } from 'vitest';
import { code } from './code-fixture.ts';
import { documents, question } from './embedding-requests-fixture.ts';
import { mapCache } from './map-cache-fixture.ts';
import { open } from './open-embedder-fixture.ts';
import { soundEmbedder, vectorOf } from './sound-embedder-fixture.ts';
import type { Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';

/** An embedder that fails while `isDown` is true, with a clock that only the test moves. */
function outage(): {
  embedder: Embedder;
  isDown: boolean;
  calls: number;
  time: number;
  now: () => number;
} {
  const state = {
    isDown: true,
    calls: 0,
    time: 0,
    now: () => state.time,
    embedder: soundEmbedder({
      async embed({ texts }) {
        state.calls += 1;
        if (state.isDown) throw new IbidError('TIMED_OUT', 'Nobody there.', { retryable: true });
        return { vectors: texts.map(vectorOf) };
      },
    }),
  };
  return state;
}

describe('openEmbedder, for questions', () => {
  it('sends a question once, and its vector belongs to whoever asked (R25)', async () => {
    const { opened, counts } = open();
    const [first] = await opened.embed(question('port?'));
    first!.fill(0);
    expect(await opened.embed(question('port?'))).toEqual([vectorOf('port?')]);
    expect(counts.calls).toBe(1);
  });

  it('forgets the question that was asked least recently', async () => {
    const { opened, counts } = open({ keptQuestions: 2 });
    for (const text of ['one', 'two', 'one', 'three', 'one', 'two']) await opened.embed(question(text));
    expect(counts.calls).toBe(4);
    expect(await opened.embed(question('one'))).toEqual([vectorOf('one')]);
  });

  it('keeps no question in the cache of documents, which outlives readers', async () => {
    const cache = mapCache();
    await open({ cache }).opened.embed(question('port?'));
    expect(cache.entries.size).toBe(0);
  });

  it('asks local spaces again, which are quicker than remembering', async () => {
    const { opened, counts } = open({ embedder: soundEmbedder({ cacheable: false }) });
    await opened.embed(question('port?'));
    await opened.embed(question('port?'));
    expect(counts.calls).toBe(2);
  });

  it('tries twice at most, and waits for no service that asks for long', async () => {
    const busy = open({ faults: { fault: 'throws-retryable', retryAfterMs: 60_000 } });
    await expect(busy.opened.embed(question('port?'))).rejects.toEqual(code('RATE_LIMITED'));
    expect([busy.counts.calls, busy.waits]).toEqual([1, []]);
    const faulty = open({ faults: { fault: 'fewer-vectors' } });
    await expect(faulty.opened.embed(question('port?'))).rejects.toEqual(code('UPSTREAM_FAILED'));
    expect(faulty.counts.calls).toBe(2);
  });

  it('spares readers the wait for a service that is down, and tries it again after a rest', async () => {
    const service = outage();
    const { opened } = open({ embedder: service.embedder, now: service.now, retries: 0 });
    const ask = (text: string): Promise<unknown> => opened.embed(question(text)).catch((error: unknown) => error);
    for (const text of ['a', 'b', 'c', 'd', 'e']) expect(await ask(text)).toEqual(code('TIMED_OUT'));
    expect(service.calls).toBe(3);
    service.time += 29_999;
    expect(await ask('e')).toEqual(code('TIMED_OUT'));
    expect(service.calls).toBe(3);
    service.time += 1;
    expect(await ask('f')).toEqual(code('TIMED_OUT'));
    expect(await ask('g')).toEqual(code('TIMED_OUT'));
    expect(service.calls).toBe(4);
    service.isDown = false;
    service.time += 30_000;
    expect(await ask('h')).toEqual([vectorOf('h')]);
    expect(await ask('i')).toEqual([vectorOf('i')]);
  });

  it('goes on indexing while questions rest', async () => {
    const service = outage();
    const { opened } = open({ embedder: service.embedder, now: service.now, retries: 0 });
    for (const text of ['a', 'b', 'c']) await opened.embed(question(text)).catch(() => undefined);
    service.isDown = false;
    expect(await opened.embed(documents(['text']))).toEqual([vectorOf('text')]);
  });

  it('takes a refusal of one text for no outage', async () => {
    const { opened, counts } = open({ faults: { fault: 'throws-for-good' } });
    for (const text of ['a', 'b', 'c', 'd', 'e']) await opened.embed(question(text)).catch(() => undefined);
    expect(counts.calls).toBe(5);
  });

  it('tells each failure to whoever keeps a log, and no stop by the reader', async () => {
    const told: string[] = [];
    const { opened } = open({
      faults: { fault: 'throws-foreign' },
      onQuestionFailed: ({ code: said }) => void told.push(said),
    });
    await opened.embed(question('a')).catch(() => undefined);
    const leaving = new AbortController();
    const hanging = open({ faults: { fault: 'hangs' }, onQuestionFailed: ({ code: said }) => void told.push(said) });
    const running = hanging.opened.embed(question('b'), { signal: leaving.signal });
    leaving.abort();
    await expect(running).rejects.toEqual(code('ABORTED'));
    expect(told).toEqual(['UPSTREAM_FAILED']);
  });
});
