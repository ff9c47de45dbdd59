import {
  countingEmbedder,
  faultyEmbedder,
  type EmbedderCounts,
  type EmbedderFault,
  type FaultOptions,
} from '@ibid/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEmbedder, type OpenEmbedderOptions, type TextEmbedder } from './open-embedder.ts';
import type { Embedder, EmbedderSource } from './spec/embedder.ts';
import { IbidError } from './spec/ibid-error.ts';
import type { EmbeddingCache } from './spec/store.ts';

const DIMENSIONS = 8;

/** One direction for each text by its number, so that a vector in the wrong place shows. */
function vectorOf(text: string): Float32Array {
  const angle = text.length + (text.codePointAt(0) ?? 0) / 7;
  return new Float32Array(DIMENSIONS).with(0, Math.cos(angle)).with(1, Math.sin(angle));
}

function soundEmbedder(overrides: Partial<Embedder> = {}): Embedder {
  return {
    id: 'test/angles@1',
    dimensions: DIMENSIONS,
    maxBatch: 4,
    cacheable: true,
    calibration: undefined,
    embed: async ({ texts }) => ({ vectors: texts.map(vectorOf) }),
    close: async () => {},
    ...overrides,
  };
}

function mapCache(): EmbeddingCache & { readonly entries: Map<string, Float32Array> } {
  const entries = new Map<string, Float32Array>();
  return {
    entries,
    get: async (space, hashes) => hashes.map((hash) => entries.get(`${space} ${hash}`)),
    async put(space, added) {
      for (const { hash, vector } of added) entries.set(`${space} ${hash}`, vector);
    },
  };
}

function embedderOf(source: EmbedderSource): Embedder {
  if (source.kind !== 'fixed') throw new Error('The source of this test is fixed.');
  return source.embedder;
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

interface Opened {
  readonly opened: TextEmbedder;
  readonly counts: EmbedderCounts;
  readonly waits: readonly number[];
}

function open(
  options: OpenEmbedderOptions & { readonly embedder?: Embedder; readonly faults?: FaultOptions } = {},
): Opened {
  const { embedder = soundEmbedder(), faults, ...rest } = options;
  const waits: number[] = [];
  const sound: EmbedderSource = { kind: 'fixed', embedder };
  const { source, counts } = countingEmbedder(faults === undefined ? sound : faultyEmbedder(sound, faults));
  const opened = openEmbedder(embedderOf(source), {
    // What limits the wait of readers never passes here; see `quickly-again.test.ts`.
    sleep: async (milliseconds, signal) =>
      [900, 1_900].includes(milliseconds) ? ended(signal) : void waits.push(milliseconds),
    random: () => 0,
    ...rest,
  });
  return { opened, counts, waits };
}

const TEXTS = Array.from({ length: 10 }, (_, i) => `${String.fromCodePoint(97 + i)} text`);
const documents = (texts: readonly string[]): { purpose: 'document'; texts: readonly string[] } => ({
  purpose: 'document',
  texts,
});
const code = (value: string): unknown => expect.objectContaining({ code: value });

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

describe('openEmbedder and the declared calibration', () => {
  it('hands it on as it is', () => {
    const calibration = { likeness: 'cosine', midpoint: 0.4, slope: 8 } as const;
    expect(openEmbedder(soundEmbedder({ calibration })).calibration).toEqual(calibration);
    expect(openEmbedder(soundEmbedder()).calibration).toBeUndefined();
  });

  it('refuses one that would give no similarity, with its name and what is wrong', () => {
    const calibration = { likeness: 'cosine', midpoint: 1.2, slope: 8 } as const;
    expect(() => openEmbedder(soundEmbedder({ calibration }))).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: expect.stringMatching(/test\/angles@1.*midpoint is 1\.2/u),
      }),
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

  it('works with its own timer', async () => {
    const source = faultyEmbedder(
      { kind: 'fixed', embedder: soundEmbedder() },
      { fault: 'throws-retryable', times: 1 },
    );
    const opened = openEmbedder(embedderOf(source));
    expect(await opened.embed(documents(['text']))).toEqual([vectorOf('text')]);
  });
});

const question = (text: string): { purpose: 'query'; texts: readonly string[] } => ({
  purpose: 'query',
  texts: [text],
});

/** An embedder that is down until told otherwise, and rests that end when told. */
function outage(): {
  embedder: Embedder;
  isDown: boolean;
  calls: number;
  endRest: () => void;
  sleep: NonNullable<OpenEmbedderOptions['sleep']>;
} {
  const rests: (() => void)[] = [];
  const state = {
    isDown: true,
    calls: 0,
    endRest: () => rests.splice(0).forEach((end) => end()),
    sleep: (milliseconds: number) =>
      milliseconds < 30_000 ? Promise.resolve() : new Promise<void>((resolve) => rests.push(resolve)),
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
    const { opened } = open({ embedder: service.embedder, sleep: service.sleep, retries: 0 });
    const ask = (text: string): Promise<unknown> => opened.embed(question(text)).catch((error: unknown) => error);
    for (const text of ['a', 'b', 'c', 'd', 'e']) expect(await ask(text)).toEqual(code('TIMED_OUT'));
    expect(service.calls).toBe(3);
    service.endRest();
    await Promise.resolve();
    expect(await ask('f')).toEqual(code('TIMED_OUT'));
    expect(await ask('g')).toEqual(code('TIMED_OUT'));
    expect(service.calls).toBe(4);
    service.isDown = false;
    service.endRest();
    await Promise.resolve();
    expect(await ask('h')).toEqual([vectorOf('h')]);
    expect(await ask('i')).toEqual([vectorOf('i')]);
  });

  it('goes on indexing while questions rest', async () => {
    const service = outage();
    const { opened } = open({ embedder: service.embedder, sleep: service.sleep, retries: 0 });
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

/** An embedder whose calls end when told. */
function slow(): {
  readonly embedder: Embedder;
  readonly calls: { readonly end: () => void; readonly signal: AbortSignal }[];
} {
  const calls: { readonly end: () => void; readonly signal: AbortSignal }[] = [];
  const embedder = soundEmbedder({
    embed: ({ texts }, { signal } = {}) =>
      new Promise(
        (resolve) => void calls.push({ end: () => resolve({ vectors: texts.map(vectorOf) }), signal: signal! }),
      ),
  });
  return { embedder, calls };
}

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

/** Reads 40 characters and no more; its vectors say which words it read. */
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
