import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turnByTurn } from './turn-by-turn.ts';

/** Which turn of the event loop it is, counted from now on until `stop`. */
function turns(): { now(): number; stop(): void } {
  let count = 0;
  let counting: NodeJS.Immediate;
  const go = (): void => {
    count += 1;
    counting = setImmediate(go);
  };
  go();
  return { now: () => count, stop: () => clearImmediate(counting!) };
}

/** Turns in which items that come together are taken. */
async function takenAt(
  items: number,
  hand: (take: (item: number) => void) => (item: number) => void,
): Promise<number[]> {
  const loop = turns();
  const at: number[] = [];
  const add = hand(() => at.push(loop.now()));
  for (let item = 0; item < items; item += 1) add(item);
  while (at.length < items) await nextTurn();
  loop.stop();
  return at;
}

test('items that come together have a turn each, and the loop turns between two', async () => {
  const at = await takenAt(5, (take) => turnByTurn(take).add);
  expect(new Set(at).size).toBe(5);
  const together = await takenAt(5, (take) => (item) => setImmediate(take, item));
  expect(new Set(together).size).toBe(1);
});

test('items are taken once each, in the order in which they came, whenever that is', async () => {
  const taken: number[] = [];
  const { add } = turnByTurn<number>((item) => {
    taken.push(item);
    // While one is taken others may come.
    if (item === 1) add(10);
    if (item === 10) void Promise.resolve().then(() => add(11));
  });
  for (const item of [0, 1, 2]) add(item);
  expect(taken).toEqual([]);
  while (taken.length < 4) await nextTurn();
  add(3);
  while (taken.length < 6) await nextTurn();
  await nextTurn();
  expect(taken).toEqual([0, 1, 2, 10, 11, 3]);
});

test('a flush hands on at once what waits, and nothing comes twice', async () => {
  const taken: number[] = [];
  const { add, flush } = turnByTurn<number>((item) => taken.push(item));
  for (const item of [0, 1, 2]) add(item);
  flush();
  expect(taken).toEqual([0, 1, 2]);
  add(3);
  while (taken.length < 4) await nextTurn();
  await nextTurn();
  expect(taken).toEqual([0, 1, 2, 3]);
});
