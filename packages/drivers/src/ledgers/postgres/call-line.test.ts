import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callLine } from './call-line.ts';

const LARGEST_GROUP = 256;
const LONGEST_LINE = 16_384;

/** Keeps every group until it is told to answer. */
function slowServer() {
  const groups: number[][] = [];
  const answers: PromiseWithResolvers<readonly number[]>[] = [];
  const line = callLine<number, number>({
    verb: 'double',
    send(group) {
      groups.push([...group]);
      const answer = Promise.withResolvers<readonly number[]>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const answer = async (group: number): Promise<void> => {
    answers[group]!.resolve(groups[group]!.map((call) => 2 * call));
    await setImmediate();
  };
  return { line, groups, answers, answer };
}

test('the first call goes at once, and those that come meanwhile go together, in their order', async () => {
  const { line, groups, answer } = slowServer();
  const calls = [1, 2, 3, 4].map((call) => line.call(call));
  expect(groups).toEqual([[1]]);
  await answer(0);
  expect(groups).toEqual([[1], [2, 3, 4]]);
  await answer(1);
  expect(await Promise.all(calls)).toEqual([2, 4, 6, 8]);
  const late = line.call(5);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  await answer(2);
  expect(await late).toBe(10);
});

test('no group is larger than others can wait for', async () => {
  const { line, groups, answer } = slowServer();
  const calls = Promise.all(Array.from({ length: LARGEST_GROUP + 11 }, (_, call) => line.call(call)));
  for (const group of [0, 1, 2]) await answer(group);
  await calls;
  expect(groups.map(({ length }) => length)).toEqual([1, LARGEST_GROUP, 10]);
});

test('an abort takes out what waits, and leaves alone what was sent', async () => {
  const { line, groups, answer } = slowServer();
  const controller = new AbortController();
  const sent = line.call(1, controller);
  const waiting = line.call(2, controller);
  const other = line.call(3);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
  await expect(line.call(4, controller)).rejects.toMatchObject({ code: 'ABORTED' });
  await answer(0);
  await answer(1);
  expect([await sent, await other]).toEqual([2, 6]);
  expect(groups).toEqual([[1], [3]]);
});

test('a group that fails takes nobody else with it', async () => {
  const { line, answers, answer } = slowServer();
  const first = line.call(1);
  const failing = Promise.allSettled([line.call(2), line.call(3)]);
  await answer(0);
  const late = line.call(4);
  answers[1]!.reject(new Error('away'));
  const away = { status: 'rejected', reason: new Error('away') };
  expect(await failing).toEqual([away, away]);
  await answer(2);
  expect([await first, await late]).toEqual([2, 8]);
});

test('a caller that never waits is refused before memory fills up', async () => {
  const { line, answer } = slowServer();
  const calls = Array.from({ length: LONGEST_LINE + 11 }, (_, call) =>
    line.call(call).then(
      () => 'done',
      (error: { readonly code: string }) => error.code,
    ),
  );
  for (let group = 0; group <= LONGEST_LINE / LARGEST_GROUP; group++) await answer(group);
  const outcomes = await Promise.all(calls);
  // One was sent at once.
  expect(outcomes.slice(0, LONGEST_LINE + 1).every((one) => one === 'done')).toBe(true);
  expect(outcomes.slice(LONGEST_LINE + 1)).toEqual(Array(10).fill('STORE_BUSY'));
});
