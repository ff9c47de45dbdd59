import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserSurroundings } from './surroundings.ts';

let frames: Map<number, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  frames = new Map();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    frames.set(frames.size + 1, callback);
    return frames.size;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['a frame calls back once', () => frames.get(1)?.(), 1],
  ['a page that is not shown has no frames, and is called back all the same', () => undefined, 1],
  ['what was taken back does not come', (cancel: () => void) => cancel(), 0],
])('%s', (_, act, times) => {
  const callback = vi.fn<() => void>();
  act(browserSurroundings().nextFrame(callback));
  vi.advanceTimersByTime(1_000);
  expect(callback).toHaveBeenCalledTimes(times);
});

test('network, leaving, coming back and what other tabs write are heard of until the end', () => {
  const window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  const heard: string[] = [];
  const around = browserSurroundings();
  const ends = [
    around.onNetworkChange(() => heard.push('network')),
    around.onLeave(() => heard.push('leave')),
    around.onReturn(() => heard.push('return')),
    around.onKeptElsewhere(() => heard.push('kept')),
  ];
  const happen = (): void => {
    for (const type of ['online', 'offline', 'pagehide', 'visibilitychange']) window.dispatchEvent(new Event(type));
    for (const persisted of [false, true]) window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    window.dispatchEvent(new Event('storage'));
  };
  happen();
  for (const end of ends) end();
  happen();
  expect(heard).toEqual(['network', 'network', 'leave', 'leave', 'return', 'kept']);
});

test('ids differ', () => {
  const { newId } = browserSurroundings();
  expect(new Set(Array.from({ length: 1_000 }, newId)).size).toBe(1_000);
});
