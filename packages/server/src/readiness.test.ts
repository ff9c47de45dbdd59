import type { IndexInfo } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';
import type { AppOptions } from './app-options.ts';
import { probeParts, readiness, sharedProbe } from './operations.ts';

const INFO: IndexInfo = {
  generation: 7,
  schema: { chunker: 'c', tokenizer: 't' },
  sourceId: 's',
  pages: 3,
  chunks: 9,
  space: { id: 'x', dimensions: 1, data: new Uint8Array() },
  publishedAt: '2026-01-01T00:00:00.000Z',
};
const { signal } = new AbortController();

/** All parts work by default. */
interface Parts {
  readonly info?: () => Promise<IndexInfo | undefined>;
  readonly checkIndex?: () => Promise<void>;
  readonly sessions?: () => Promise<number>;
  readonly feedback?: () => Promise<never[]>;
  readonly jobs?: () => Promise<never[]>;
  readonly ledger?: () => Promise<undefined>;
  readonly writes?: () => Promise<void>;
}

function optionsOf(parts: Parts): Parameters<typeof readiness>[0] {
  const jobs: unknown = { list: parts.jobs ?? (async () => []) };
  return {
    engine: {
      info: parts.info ?? (async () => INFO),
      checkIndex: parts.checkIndex ?? (async () => undefined),
    } as AppOptions['engine'],
    conversations: { count: parts.sessions ?? (async () => 0) } as NonNullable<AppOptions['conversations']>,
    feedback: { keep: async () => undefined, list: parts.feedback ?? (async () => []) },
    ingest: { jobs: jobs as NonNullable<AppOptions['ingest']>['jobs'], source: 'x' },
    checkWrites: parts.writes ?? (async () => undefined),
    agent: { spentToday: parts.ledger ?? (async () => undefined) },
  };
}

const fails = (): Promise<never> => Promise.reject(new Error('CANARY postgres://user:secret@host/db'));
const hangs = (): Promise<never> => new Promise(() => undefined);

test('is ready where every part works', async () => {
  expect(await readiness(optionsOf({}), signal)).toEqual({
    status: 'ready',
    generation: 7,
    pages: 3,
    chunks: 9,
    published_at: INFO.publishedAt,
  });
});

describe.each([
  ['fails', fails],
  ['hangs', hangs],
])('a part that %s', (_, broken) => {
  test.each([
    ['index', ['store'], { info: broken }],
    ['index', ['store'], { checkIndex: broken }],
    ['state', ['sessions'], { sessions: broken }],
    ['state', ['feedback'], { feedback: broken }],
    ['state', ['jobs'], { jobs: broken }],
    ['state', ['ledger'], { ledger: broken }],
    [
      'state',
      ['sessions', 'feedback', 'jobs', 'ledger'],
      { sessions: broken, feedback: broken, jobs: broken, ledger: broken },
    ],
    ['state', ['sessions', 'feedback', 'jobs', 'ledger'], { writes: broken }],
    ['both', ['store', 'sessions'], { info: broken, sessions: broken }],
  ] as const)('is told as %s: %j (R28)', async (cause, down, parts) => {
    const told = await readiness(optionsOf(parts), signal, 20);
    expect(told).toMatchObject({ status: 'unavailable', cause, down });
    expect(JSON.stringify(told)).not.toMatch(/CANARY|secret/u);
  });
});

test('an index without pages is another thing than one that cannot be read', async () => {
  expect(await readiness(optionsOf({ info: async () => undefined }), signal)).toMatchObject({
    cause: 'index',
    down: ['index'],
    message: 'No pages have been indexed yet.',
  });
});

test('a server that drains is not ready, and asks nobody', async () => {
  const options = { ...optionsOf({ info: hangs, sessions: hangs }), draining: AbortSignal.abort() };
  expect(await readiness(options, signal)).toMatchObject({ cause: 'server', down: ['server'] });
});

test('where nothing can be written, only parts that the server has are told', async () => {
  const { engine, conversations } = optionsOf({});
  const told = await readiness({ engine, conversations, checkWrites: fails }, signal);
  expect(told).toMatchObject({ cause: 'state', down: ['sessions'] });
});

test('parts that the server was made without are not missed', async () => {
  const { engine } = optionsOf({});
  expect(await readiness({ engine }, signal)).toMatchObject({ status: 'ready' });
});

const engine = {
  checkIndex: async () => Promise.resolve(),
  embedderWorks: async () => Promise.resolve(true),
} as AppOptions['engine'];
const endpoint = { needs: ['index', 'embedder'], reportsModel: true } as const;
test('a model is told of where one is configured, as it is at this moment', async () => {
  let works = true;
  const options = { engine, agent: { isReachable: () => works } };
  expect([...(await probeParts(options, endpoint, signal))]).toEqual([
    ['index', true],
    ['embedder', true],
    ['model', true],
  ]);
  works = false;
  expect((await probeParts(options, endpoint, signal)).get('model')).toBe(false);
});

test('where none is configured there is none to tell of', async () => {
  expect((await probeParts({ engine }, endpoint, signal)).has('model')).toBe(false);
});

test('a part that a contract needs and the server does not have is told as one that does not work', async () => {
  const needs = ['index', 'sessions'] as const;
  expect([...(await probeParts({ engine }, { needs, reportsModel: false }, signal))]).toEqual([
    ['index', true],
    ['sessions', false],
  ]);
});

test('an embedder that fails or hangs takes no other part down with it', async () => {
  for (const embedderWorks of [() => Promise.reject(new Error('CANARY')), () => Promise.resolve(false)]) {
    expect([...(await probeParts({ engine: { ...engine, embedderWorks } }, endpoint, signal))]).toEqual([
      ['index', true],
      ['embedder', false],
    ]);
  }
});

test('a part that never answers is told as one that does not work', async () => {
  const hanging = { ...engine, checkIndex: () => new Promise<never>(() => undefined) };
  expect([...(await probeParts({ engine: hanging }, endpoint, signal, 20))]).toEqual([
    ['index', false],
    ['embedder', true],
  ]);
});

test('asks once for all who come at once, keeps an answer for a while, and never a failure', async () => {
  let at = 0;
  let asked = 0;
  let isWell = true;
  const probe = sharedProbe({
    ask: async () => {
      asked += 1;
      await Promise.resolve();
      if (!isWell) throw new Error('CANARY');
      return asked;
    },
    keepMs: 2_000,
    now: () => at,
  });
  expect(await Promise.all([probe(), probe(), probe()])).toEqual([1, 1, 1]);
  at = 1_999;
  expect(await probe()).toBe(1);
  [at, isWell] = [2_000, false];
  await expect(probe()).rejects.toThrow('CANARY');
  await expect(Promise.all([probe(), probe()])).rejects.toThrow('CANARY');
  expect(asked).toBe(3);
  isWell = true;
  expect(await probe()).toBe(4);
});
