import { expect, it } from 'vitest';
import { nearestNames } from './nearest-names.ts';

it('the names most like the one that was meant come first, and names unlike it not at all', () => {
  const names = ['llama3.2:3b', 'qwen3:8b', 'gemini-2.0-flash-lite', 'gemini-2.5-pro', 'gemini-2.0-flash'];
  expect(nearestNames('gemini-2.0-flsh', names, 3)).toEqual([
    'gemini-2.0-flash',
    'gemini-2.0-flash-lite',
    'gemini-2.5-pro',
  ]);
  expect(nearestNames('xyz', ['abc'], 3)).toEqual([]);
  expect(nearestNames('', names, 3)).toEqual([]);
});
