import { expect, test } from 'vitest';
import { turnQueue } from './turn-queue.ts';

const QUEUE = { maxWaiting: 3 };
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('admits one at a time for each key, in the order in which they came', async () => {
  const queue = turnQueue(QUEUE);
  const admitted: string[] = [];
  const first = await queue.enter('a');
  const waiting = ['second', 'third', 'fourth'].map(async (name) => {
    const leave = await queue.enter('a');
    admitted.push(name);
    return leave;
  });
  await settle();
  expect(admitted).toEqual([]);
  first();
  (await waiting[0])!();
  await settle();
  expect(admitted).toEqual(['second', 'third']);
});

test('lets only one in however often a leave function is called', async () => {
  const queue = turnQueue(QUEUE);
  const leave = await queue.enter('a');
  const second = queue.enter('a');
  let isThirdIn = false;
  const third = queue.enter('a').then((leaveThird) => {
    isThirdIn = true;
    return leaveThird;
  });
  leave();
  leave();
  const leaveSecond = await second;
  await settle();
  expect(isThirdIn).toBe(false);
  leaveSecond();
  await third;
});

test('refuses who finds the line full, and takes others again when one has left it', async () => {
  const queue = turnQueue(QUEUE);
  const leave = await queue.enter('a');
  const waiting = Array.from({ length: 3 }, () => queue.enter('a'));
  await expect(queue.enter('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryable: true });
  leave();
  await waiting[0];
  const again = queue.enter('a');
  for (const one of waiting) (await one)();
  (await again)();
});

test('lets who must queue wait behind a full line, in its order', async () => {
  const queue = turnQueue({ maxWaiting: 1 });
  const leave = await queue.enter('a');
  const order: string[] = [];
  const admitted = async (name: string, entering: Promise<() => void>): Promise<void> => {
    const next = await entering;
    order.push(name);
    next();
  };
  const all = [
    admitted('waits', queue.enter('a')),
    admitted('must', queue.enter('a', { mustQueue: true })),
    admitted('must too', queue.enter('a', { mustQueue: true })),
  ];
  await expect(queue.enter('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  leave();
  await Promise.all(all);
  expect(order).toEqual(['waits', 'must', 'must too']);
});

test('an abort takes exactly this one out of the line', async () => {
  const queue = turnQueue(QUEUE);
  const leave = await queue.enter('a');
  const controller = new AbortController();
  const before = queue.enter('a');
  const aborted = queue.enter('a', { signal: controller.signal });
  const after = queue.enter('a');
  controller.abort('gone');
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED', cause: 'gone' });
  leave();
  (await before)();
  (await after)();
  await expect(queue.enter('a', { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' });
  // An abort after admission has no effect.
  const late = new AbortController();
  const leaveLate = await queue.enter('a', { signal: late.signal });
  late.abort();
  const next = queue.enter('a');
  leaveLate();
  await next;
});

test('refuses who waits and who comes when it is closed', async () => {
  const queue = turnQueue(QUEUE);
  const leave = await queue.enter('a');
  const waiting = queue.enter('a');
  queue.close();
  await expect(waiting).rejects.toMatchObject({ code: 'CLOSED' });
  leave();
  await expect(queue.enter('b')).rejects.toMatchObject({ code: 'CLOSED' });
});
