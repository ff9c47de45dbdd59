import { expect, test } from 'vitest';
import type { AppOptions } from './app-options.ts';
import { probeParts } from './probe-parts.ts';

const engine = {
  search: async () => Promise.resolve({ vector: new Float32Array(1) }),
} as unknown as AppOptions['engine'];
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
