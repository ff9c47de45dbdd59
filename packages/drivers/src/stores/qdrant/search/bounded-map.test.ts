import { expect, test } from 'vitest';
import { boundedMap } from './bounded-map.ts';

test('a bounded map forgets what was used longest ago', () => {
  const map = boundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  map.set('c', 4);
  expect([map.get('a'), map.get('c')]).toEqual([1, 4]);
});
