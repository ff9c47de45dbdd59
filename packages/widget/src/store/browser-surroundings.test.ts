import { expect, test, vi } from 'vitest';
import { browserSurroundings } from './surroundings.ts';

test('a frame calls back once, and what was taken back does not come', () => {
  vi.useFakeTimers();
  try {
    const callback = vi.fn<() => void>();
    const { nextFrame } = browserSurroundings();
    nextFrame(callback);
    nextFrame(callback)();
    vi.advanceTimersByTime(1_000);
    expect(callback).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('the network, leaving, coming back and what other tabs write are events of the window', () => {
  expect(browserSurroundings().events).toBe(globalThis);
});

test('ids differ', () => {
  const { newId } = browserSurroundings();
  expect(new Set(Array.from({ length: 1_000 }, newId)).size).toBe(1_000);
});
