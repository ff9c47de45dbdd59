import { expect, test } from 'vitest';
import type { AppOptions } from './app-options.ts';
import { probeParts } from './health.ts';

const engine = {
  checkIndex: async () => Promise.resolve(),
  embedderWorks: async () => Promise.resolve(true),
} as AppOptions['engine'];
const endpoint = { needs: ['index', 'embedder'], mentions: ['model'] } as const;
const { signal } = new AbortController();

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
