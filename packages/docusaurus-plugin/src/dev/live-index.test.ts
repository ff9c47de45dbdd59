import { expect, test } from 'vitest';
import { liveIndex } from './dev-session.ts';

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test('states that come together are indexed once, the newest', async () => {
  const runs: number[] = [];
  const live = liveIndex<number>({ run: async (state) => void runs.push(state), onFailure: () => undefined, pause: 1 });
  live.update(1);
  live.update(2);
  live.update(3);
  await live.settled();
  expect(runs).toEqual([3]);
});

test('one run at a time; what comes meanwhile is indexed after it, and `settled` waits for that too', async () => {
  const first = gate();
  const runs: string[] = [];
  const live = liveIndex<string>({
    async run(state) {
      runs.push(`${state} begins`);
      if (state === 'a') await first.opened;
      runs.push(`${state} ends`);
    },
    onFailure: () => undefined,
    pause: 0,
  });
  live.update('a');
  const settled = live.settled();
  live.update('b');
  live.update('c');
  first.open();
  await settled;
  expect(runs).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
});

test('a run that fails is told, and the next state is indexed all the same', async () => {
  const failures: unknown[] = [];
  const runs: string[] = [];
  const live = liveIndex<string>({
    async run(state) {
      if (state === 'broken') throw new Error('broken');
      runs.push(state);
    },
    onFailure: (error) => failures.push(error),
    pause: 0,
  });
  live.update('broken');
  await live.settled();
  live.update('mended');
  await live.settled();
  expect(failures).toEqual([new Error('broken')]);
  expect(runs).toEqual(['mended']);
});
