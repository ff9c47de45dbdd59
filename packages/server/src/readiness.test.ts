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

test('the server is ready if every part works', async () => {
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
])('when a part %s', (_, broken) => {
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
  ] as const)('the cause is %s and %j are down (R28)', async (cause, down, parts) => {
    const told = await readiness(optionsOf(parts), signal, 20);
    expect(told).toMatchObject({ status: 'unavailable', cause, down });
    expect(JSON.stringify(told)).not.toMatch(/CANARY|secret/u);
  });
});

test.each<[string, Partial<Parameters<typeof readiness>[0]>, object]>([
  [
    'no pages, as an index without pages',
    optionsOf({ info: async () => undefined }),
    { cause: 'index', down: ['index'], message: 'No pages have been indexed yet.' },
  ],
  [
    'an unreadable index, in words',
    optionsOf({ info: fails }),
    { cause: 'index', down: ['store'], message: 'The index cannot be read.' },
  ],
  [
    'a shutdown, without asking any part',
    { ...optionsOf({ info: hangs, sessions: hangs }), draining: AbortSignal.abort() },
    { cause: 'server', down: ['server'] },
  ],
  [
    'a failed write, by the parts that the server has',
    { ...optionsOf({ writes: fails }), feedback: undefined, ingest: undefined, agent: undefined },
    { cause: 'state', down: ['sessions'] },
  ],
  [
    'nothing about parts that the server was made without',
    { ...optionsOf({}), conversations: undefined, feedback: undefined, ingest: undefined, agent: undefined },
    { status: 'ready' },
  ],
])('reports %s', async (_, options, told) => {
  expect(await readiness({ ...optionsOf({}), ...options }, signal)).toMatchObject(told);
});

const engine = {
  checkIndex: async () => Promise.resolve(),
  embedderWorks: async () => Promise.resolve(true),
} as AppOptions['engine'];
const BOTH = { needs: ['index', 'embedder'], reportsModel: true } as const;
const works = { index: true, embedder: true };

test.each<[string, Parameters<typeof probeParts>[0], Parameters<typeof probeParts>[1], object]>([
  ['no model where none is configured', { engine }, BOTH, works],
  ['a model that works', { engine, agent: { isReachable: () => true } }, BOTH, { ...works, model: true }],
  ['a model that is down', { engine, agent: { isReachable: () => false } }, BOTH, { ...works, model: false }],
  [
    'a part that the server does not have as down',
    { engine },
    { needs: ['index', 'sessions'], reportsModel: false },
    { index: true, sessions: false },
  ],
  ['an embedder that throws', { engine: { ...engine, embedderWorks: fails } }, BOTH, { ...works, embedder: false }],
  [
    'an embedder that says no',
    { engine: { ...engine, embedderWorks: async () => Promise.resolve(false) } },
    BOTH,
    { ...works, embedder: false },
  ],
  ['an index that hangs', { engine: { ...engine, checkIndex: hangs } }, BOTH, { ...works, index: false }],
])('a health check reports %s', async (_, options, endpoint, expected) => {
  expect(Object.fromEntries(await probeParts(options, endpoint, signal, 20))).toEqual(expected);
});

test('a shared probe runs once for simultaneous callers, and keeps a result for a while but no failure', async () => {
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
