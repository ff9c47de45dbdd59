import { openEmbedder } from '@ibid/core';
import type { EmbeddingCache, OpenEmbedderOptions, TextEmbedder } from '@ibid/core/types';
import {
  describeEmbedder,
  EMBEDDING_FAULTS,
  FAULTS_OF_SOME,
  openEmbeddingService,
  SERVED_EMBEDDING_MODELS,
  type EmbeddingFault,
  type EmbeddingService,
} from '@ibid/testkit';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOSTED_DRIVERS, type HostedDriver } from './testing/hosted-drivers.ts';
import type { HostedOptions } from './hosted.ts';

let service: EmbeddingService;
beforeAll(async () => {
  service = await openEmbeddingService();
});
afterAll(() => service.close());
afterEach(() => service.fail());

for (const driver of HOSTED_DRIVERS) {
  describeEmbedder({
    name: driver.name,
    kind: 'fixed',
    longTexts: 'refused',
    make: () => driver.open(service),
  });
}

const TEXTS = Array.from({ length: 10 }, (_, i) => `Passage number ${i} tells of matter ${i * 7}.`);
const documents = { purpose: 'document', texts: TEXTS } as const;

function canFail(driver: HostedDriver, fault: EmbeddingFault): boolean {
  return FAULTS_OF_SOME[fault]?.includes(driver.api) ?? true;
}

const CASES = HOSTED_DRIVERS.flatMap((driver) =>
  EMBEDDING_FAULTS.filter((fault) => canFail(driver, fault)).map((fault) => [driver.name, fault, driver] as const),
);
/** Corrected by the driver, so that nothing fails. */
const CORRECTED: EmbeddingFault = 'shuffled';
/** Not fixed by a second attempt. */
const FINAL: readonly EmbeddingFault[] = ['wrong-dimension', 'other-model'];

function codeOf(fault: EmbeddingFault): string {
  if (fault === 'hang') return 'TIMED_OUT';
  return fault.startsWith('busy-') ? 'RATE_LIMITED' : 'UPSTREAM_FAILED';
}

interface Opened {
  readonly embedder: TextEmbedder;
  readonly entries: Map<string, Float32Array>;
  readonly waits: readonly number[];
}

async function open(
  driver: HostedDriver,
  options: OpenEmbedderOptions & { readonly hosted?: HostedOptions; readonly entries?: Opened['entries'] } = {},
): Promise<Opened> {
  const { hosted, entries = new Map<string, Float32Array>(), ...rest } = options;
  const cache: EmbeddingCache = {
    get: async (space, hashes) => hashes.map((hash) => entries.get(`${space} ${hash}`)),
    async put(space, added) {
      for (const { hash, vector } of added) entries.set(`${space} ${hash}`, vector);
    },
  };
  const { embedder } = await driver.open(service, { maxBatch: 4, ...hosted });
  const waits: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  return { embedder: openEmbedder(embedder, { cache, sleep, retries: 2, ...rest }), entries, waits };
}

async function right(driver: HostedDriver): Promise<readonly Float32Array[]> {
  service.fail();
  return (await open(driver)).embedder.embed(documents);
}

/** Opens the driver before the fault begins, because the dimensions of some models are requested first. */
async function openBefore(fault: EmbeddingFault, driver: HostedDriver): Promise<Opened> {
  service.fail();
  // A short deadline is harmless only for a hanging service.
  const timeouts = { document: fault === 'hang' ? 300 : 20_000 };
  // One request at a time, because requests running when another fails may arrive after the test has looked.
  const opened = await open(driver, { hosted: { timeouts }, concurrency: 1 });
  service.fail(fault, { retryAfterMs: 20_000 });
  return opened;
}

/** Texts sent since request `start`, with the count of each. */
function sentSince(start: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of service.requests.slice(start).flatMap(({ texts }) => texts)) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

describe('a faulty reply of an embedding service (R25, B2)', () => {
  it.each(CASES.filter(([, fault]) => fault !== CORRECTED))(
    '%s, %s: no bad vector is used or kept, and no text is sent too often',
    async (_, fault, driver) => {
      const { embedder, entries } = await openBefore(fault, driver);
      const start = service.requests.length;
      const outcome: unknown = await embedder.embed(documents).catch((error: unknown) => error);
      expect(outcome).toMatchObject({ code: codeOf(fault), retryable: !FINAL.includes(fault) });
      expect(entries.size).toBe(0);
      expect(Math.max(...sentSince(start).values())).toBeLessThanOrEqual(FINAL.includes(fault) ? 1 : 3);
    },
  );

  it.each(CASES.filter(([, fault]) => fault === CORRECTED))('%s, %s: is set right', async (_, fault, driver) => {
    const expected = await right(driver);
    const { embedder } = await openBefore(fault, driver);
    expect(await embedder.embed(documents)).toEqual(expected);
  });

  it.each(CASES.filter(([, fault]) => fault.startsWith('busy-')))('%s, %s: is waited for', async (_, fault, driver) => {
    const { embedder, waits } = await openBefore(fault, driver);
    await embedder.embed(documents).catch(() => undefined);
    // Dates have whole seconds.
    expect(Math.min(...waits)).toBeGreaterThan(18_000);
  });

  it('costs as little as it can whatever goes wrong how often: what is kept is right, and is not sent again', async () => {
    const expected = new Map<string, readonly Float32Array[]>();
    for (const driver of HOSTED_DRIVERS) expected.set(driver.name, await right(driver));
    const cases = CASES.filter(([, fault]) => fault !== 'hang');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...cases),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(3),
        async ([name, fault, driver], times, retries) => {
          const { embedder, entries } = await open(driver, { retries, concurrency: 1 });
          service.fail(fault, { times });
          const start = service.requests.length;
          const vectors = expected.get(name)!;
          const outcome = await embedder.embed(documents).catch(() => vectors);
          expect(outcome).toEqual(vectors);
          for (const count of sentSince(start).values()) expect(count).toBeLessThanOrEqual(1 + retries);
          const known = new Set(vectors.map((vector) => vector.join()));
          for (const vector of entries.values()) expect(known).toContain(vector.join());

          service.fail();
          const kept = entries.size;
          const again = await open(driver, { entries });
          const second = service.requests.length;
          expect(await again.embedder.embed(documents)).toEqual(vectors);
          const sent = [...sentSince(second).values()].reduce((sum, count) => sum + count, 0);
          expect(sent).toBe(TEXTS.length - kept);
          const third = service.requests.length;
          await again.embedder.embed(documents);
          expect(service.requests.length).toBe(third);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('would show in a driver that trusts the order of a reply', async () => {
    service.fail('shuffled');
    const response = await fetch(`${service.origin}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}` },
      body: JSON.stringify({ model: 'text-embedding-3-small', dimensions: 256, input: TEXTS }),
    });
    const { data } = (await response.json()) as { data: { embedding: number[] }[] };
    const openai = HOSTED_DRIVERS.find(({ name }) => name === 'openai')!;
    const { embedder } = await openai.open(service);
    const [first] = await right(openai);
    const trusted = Float32Array.from(data[0]!.embedding);
    const likeness = trusted.reduce((sum, value, at) => sum + value * first![at]!, 0) / Math.hypot(...trusted);
    expect(embedder.dimensions).toBe(trusted.length);
    expect(likeness).toBeLessThan(0.99);
  });
});

const PASSAGES = 'Represent this sentence for searching relevant passages: ';
const WORDED: Readonly<Record<string, object>> = {
  cohere: { query: ['query', ['Which port?']], document: ['document', ['Port 4000.']] },
  gemini: { query: ['query', ['Which port?']], document: ['document', ['Port 4000.']] },
  openai: { query: [undefined, ['Which port?']], document: [undefined, ['Port 4000.']] },
  'openai, vectors as lists': {
    query: [undefined, [`${PASSAGES}Which port?`]],
    document: [undefined, ['Port 4000.']],
  },
  ollama: {
    query: [undefined, ['search_query: Which port?']],
    document: [undefined, ['search_document: Port 4000.']],
  },
};

describe('a passage that is longer than the model reads (R23)', () => {
  const refusing = HOSTED_DRIVERS.filter(({ api }) => api !== 'gemini');

  it.each(refusing)('$name: is embedded in parts, of which none is cut', async (driver) => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const narrow = Object.entries(SERVED_EMBEDDING_MODELS).map(([name, model]) => [name, { ...model, tokens: 40 }]);
    await using strict = await openEmbeddingService({ models: Object.fromEntries(narrow) });
    await using embedder = openEmbedder((await driver.open(strict)).embedder, { retries: 0 });
    const [short, long] = await embedder.embed({ purpose: 'document', texts: ['short', words.join(' ')] });
    expect([Math.hypot(...short!), Math.hypot(...long!)]).toEqual([expect.closeTo(1, 4), expect.closeTo(1, 4)]);
    const read = strict.requests.flatMap(({ texts }) => texts).filter((text) => text.split(' ').length <= 45);
    for (const word of words) expect(read.some((text) => text.split(' ').includes(word))).toBe(true);
  });
});

describe('questions to an embedding service', () => {
  it.each(HOSTED_DRIVERS)(
    '$name: are declared as such, documents too, each in the words of the API (R6)',
    async (driver) => {
      const { embedder } = await driver.open(service);
      const start = service.requests.length;
      await embedder.embed({ purpose: 'query', texts: ['Which port?'] });
      await embedder.embed({ purpose: 'document', texts: ['Port 4000.'] });
      const [query, document] = service.requests.slice(start);
      const said = { query: [query!.purpose, query!.texts], document: [document!.purpose, document!.texts] };
      expect(said).toEqual(WORDED[driver.name]);
    },
  );

  it('are given up in good time, so that an answer by words alone is not kept waiting', async () => {
    const [cohere] = HOSTED_DRIVERS;
    const { embedder } = await open(cohere!, { hosted: { timeouts: { query: 100 } }, retries: 4 });
    service.fail('hang');
    const start = service.requests.length;
    const failure = embedder.embed({ purpose: 'query', texts: ['Which port?'] });
    await expect(failure).rejects.toMatchObject({ code: 'TIMED_OUT' });
    expect(service.requests.length - start).toBe(1);
  });

  it('do not wait for a service that asks for more than two seconds', async () => {
    const [cohere] = HOSTED_DRIVERS;
    const { embedder } = await open(cohere!);
    service.fail('busy-seconds', { retryAfterMs: 20_000 });
    const start = service.requests.length;
    await expect(embedder.embed({ purpose: 'query', texts: ['Which port?'] })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(service.requests.length - start).toBe(1);
  });
});
