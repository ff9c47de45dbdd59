import { afterEach, expect, test, vi } from 'vitest';
import { notify } from './notify.ts';

afterEach(() => vi.unstubAllGlobals());

test('a listener that throws is reported, and the others are told all the same', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const told: string[] = [];
  const broken = new Error('broken');
  notify([
    () => {
      throw broken;
    },
    () => told.push('second'),
  ]);
  expect(told).toEqual(['second']);
  expect(reported).toEqual([broken]);
});
