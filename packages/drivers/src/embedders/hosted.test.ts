import { openEmbedder } from '@ibid/core';
import type { EmbeddingCache, ErrorCode, OpenEmbedderOptions, TextEmbedder } from '@ibid/core/types';
import {
  describeEmbedder,
  FAULTS_OF_SOME,
  openEmbeddingService,
  type EmbeddingFault,
  type EmbeddingService,
} from '@ibid/testkit';
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

interface Opened {
  readonly embedder: TextEmbedder;
  /** What the cache holds. */
  readonly entries: ReadonlyMap<string, Float32Array>;
  readonly waits: readonly number[];
}

async function open(
  driver: HostedDriver,
  { hosted, ...options }: OpenEmbedderOptions & { readonly hosted?: HostedOptions } = {},
): Promise<Opened> {
  const entries = new Map<string, Float32Array>();
  const cache: EmbeddingCache = {
    get: async (space, hashes) => hashes.map((hash) => entries.get(`${space} ${hash}`)),
    async put(space, added) {
      for (const { hash, vector } of added) entries.set(`${space} ${hash}`, vector);
    },
  };
  const { embedder } = await driver.open(service, { maxBatch: 4, ...hosted });
  const waits: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  return { embedder: openEmbedder(embedder, { cache, sleep, retries: 2, ...options }), entries, waits };
}

/** Opens the driver before the fault begins, because the dimensions of some models are requested first. */
async function openBefore(fault: EmbeddingFault, driver: HostedDriver): Promise<Opened> {
  // A short deadline is harmless only for a hanging service.
  const timeouts = { document: fault === 'hang' ? 300 : 20_000 };
  // One request at a time, because requests running when another fails may arrive after the test has looked.
  const opened = await open(driver, { hosted: { timeouts }, concurrency: 1 });
  service.fail(fault, { retryAfterMs: 20_000 });
  return opened;
}

/** Drivers by name; only some APIs can express some faults. */
function driversWith(fault: EmbeddingFault): readonly (readonly [string, HostedDriver])[] {
  const drivers = HOSTED_DRIVERS.filter(({ api }) => FAULTS_OF_SOME[fault]?.includes(api) ?? true);
  return drivers.map((driver) => [driver.name, driver]);
}

/** Failures by fault: the code, and whether a second attempt may help. */
const FAILURES: Readonly<Record<Exclude<EmbeddingFault, 'shuffled'>, readonly [ErrorCode, retryable: boolean]>> = {
  'fewer-vectors': ['UPSTREAM_FAILED', true],
  'wrong-dimension': ['UPSTREAM_FAILED', false],
  'not-a-number': ['UPSTREAM_FAILED', true],
  'other-model': ['UPSTREAM_FAILED', false],
  html: ['UPSTREAM_FAILED', true],
  'busy-seconds': ['RATE_LIMITED', true],
  'server-error': ['UPSTREAM_FAILED', true],
  hang: ['TIMED_OUT', true],
  'cut-body': ['UPSTREAM_FAILED', true],
};

describe.each(Object.entries(FAILURES))(
  'an embedding service with the fault %s (R25, B2)',
  (name, [code, retryable]) => {
    const fault = name as EmbeddingFault;

    it.each(driversWith(fault))('fails %s: no bad vector is kept, and no text is sent too often', async (_, driver) => {
      const { embedder, entries, waits } = await openBefore(fault, driver);
      const start = service.requests.length;
      await expect(embedder.embed(documents)).rejects.toMatchObject({ code, retryable });
      expect(entries.size).toBe(0);
      const sent = service.requests.slice(start).flatMap(({ texts }) => texts);
      for (const text of sent) expect(sent.filter((one) => one === text)).toHaveLength(retryable ? 3 : 1);
      // Dates have whole seconds.
      expect(Math.min(...waits)).toBeGreaterThan(fault === 'busy-seconds' ? 18_000 : 0);
    });
  },
);

it.each(driversWith('shuffled'))('%s puts the vectors of a shuffled reply in order', async (_, driver) => {
  const { embedder } = await open(driver);
  const expected = await embedder.embed(documents);
  const shuffled = await openBefore('shuffled', driver);
  expect(await shuffled.embedder.embed(documents)).toEqual(expected);
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
});
