import { describe, expect, it } from 'vitest';
import type { Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';
import { openEmbedder, type TextEmbedder } from './open-embedder.ts';
import { code, documents, mapCache, open, question, slow, soundEmbedder, vectorOf } from './testing/embedders.ts';

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

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('openEmbedder, for equal questions that are under way at once (R25)', () => {
  it('sends them once, and gives each asker a vector of its own', async () => {
    const { embedder, calls } = slow();
    const { opened } = open({ embedder });
    const asked = Array.from({ length: 20 }, () => opened.embed(question('port?')));
    await turn();
    calls.forEach(({ end }) => end());
    const vectors = await Promise.all(asked);
    expect(calls).toHaveLength(1);
    vectors[0]![0]!.fill(0);
    expect(vectors.slice(1)).toEqual(Array.from({ length: 19 }, () => [vectorOf('port?')]));
    expect(await opened.embed(question('port?'))).toEqual([vectorOf('port?')]);
  });

  it('sends different ones apart', async () => {
    const { embedder, calls } = slow();
    const { opened } = open({ embedder });
    const asked = ['port?', 'host?', 'port?'].map((text) => opened.embed(question(text)));
    await turn();
    calls.forEach(({ end }) => end());
    expect(await Promise.all(asked)).toEqual([[vectorOf('port?')], [vectorOf('host?')], [vectorOf('port?')]]);
    expect(calls).toHaveLength(2);
  });

  it('goes on for the others when the first asker leaves, and stops when the last one does', async () => {
    const { embedder, calls } = slow();
    const { opened } = open({ embedder });
    const leaving = [new AbortController(), new AbortController()];
    const asked = leaving.map(({ signal }) =>
      opened.embed(question('port?'), { signal }).catch((error: unknown) => error),
    );
    await turn();
    leaving[0]!.abort();
    expect(await asked[0]).toEqual(code('ABORTED'));
    expect(calls[0]!.signal.aborted).toBe(false);
    leaving[1]!.abort();
    expect(await asked[1]).toEqual(code('ABORTED'));
    await turn();
    expect(calls[0]!.signal.aborted).toBe(true);
    const later = opened.embed(question('port?'));
    await turn();
    calls[1]!.end();
    expect(await later).toEqual([vectorOf('port?')]);
  });

  it('fails for all askers, and is told once', async () => {
    const told: string[] = [];
    const { opened, counts } = open({
      faults: { fault: 'throws-for-good' },
      onQuestionFailed: (error) => void told.push(error.code),
    });
    const asked = Array.from({ length: 5 }, () => opened.embed(question('port?')).catch((error: unknown) => error));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 5 }, () => code('UPSTREAM_FAILED')));
    expect([counts.calls, told]).toEqual([1, ['UPSTREAM_FAILED']]);
  });
});

function answering(overrides: Partial<Embedder> = {}): {
  readonly opened: TextEmbedder;
  readonly at: { ms: number; isDown: boolean; calls: number };
} {
  const at = { ms: 0, isDown: false, calls: 0 };
  const embedder = soundEmbedder({
    async embed({ texts }) {
      at.calls += 1;
      if (at.isDown) throw new IbidError('TIMED_OUT', 'Nobody there.', { retryable: true });
      return { vectors: texts.map(vectorOf) };
    },
    ...overrides,
  });
  return { opened: open({ embedder, now: () => at.ms }).opened, at };
}

describe('openEmbedder, asked whether the embedder works (R28)', () => {
  it('knows it from the last question, also from one that memory could answer', async () => {
    const { opened, at } = answering();
    await opened.embed(question('port?'));
    expect([await opened.works(), at.calls]).toEqual([true, 1]);
    at.isDown = true;
    await opened.embed(question('host?')).catch(() => undefined);
    expect([await opened.works(), at.calls]).toEqual([false, 2]);
    await opened.embed(question('port?'));
    expect(await opened.works()).toBe(false);
  });

  it('asks for itself when nothing was asked lately, at most once a minute', async () => {
    const { opened, at } = answering();
    for (at.ms = 0; at.ms < 180_000; at.ms += 5_000) expect(await opened.works()).toBe(true);
    expect(at.calls).toBe(3);
    at.isDown = true;
    for (; at.ms < 240_000; at.ms += 5_000) expect(await opened.works()).toBe(false);
    expect(at.calls).toBe(4);
  });

  it('asks a space that costs nothing each time', async () => {
    const { opened, at } = answering({ cacheable: false });
    expect([await opened.works(), await opened.works(), at.calls]).toEqual([true, true, 2]);
  });

  it('takes the refusal of one text, which any reader can bring about, for no outage', async () => {
    const refusal = new IbidError('UPSTREAM_FAILED', 'Not this one.');
    const { opened } = answering({
      embed: async ({ texts }) =>
        texts.includes('odd') ? Promise.reject(refusal) : Promise.resolve({ vectors: texts.map(vectorOf) }),
    });
    await opened.embed(question('odd')).catch(() => undefined);
    expect(await opened.works()).toBe(true);
  });

  it('does not wait for one that hangs, and asks it no second time meanwhile', async () => {
    const { embedder, calls } = slow();
    const opened = openEmbedder(embedder, { sleep: async () => Promise.resolve() });
    expect([await opened.works(), await opened.works()]).toEqual([false, false]);
    expect(calls).toHaveLength(1);
    await opened.close();
    await expect(opened.works()).rejects.toEqual(code('CLOSED'));
  });
});
