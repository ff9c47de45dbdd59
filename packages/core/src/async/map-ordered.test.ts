import { describe, expect, it } from 'vitest';
import { mapOrdered } from './map-ordered.ts';

const delay = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : Promise.resolve().then(() => delay(turns - 1));

const failAtTwo = (item: number): Promise<number> =>
  item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item);

async function* arriving(items: readonly number[]): AsyncGenerator<number> {
  for (const item of items) {
    await delay(1);
    yield item;
  }
}

describe('mapOrdered', () => {
  it('gives results in the order of the items, however long each takes', async () => {
    const results: number[] = [];
    for await (const result of mapOrdered([5, 1, 4, 0, 3], 3, async (turns) => delay(turns).then(() => turns))) {
      results.push(result);
    }
    expect(results).toEqual([5, 1, 4, 0, 3]);
  });

  it('never has more under way than the limit, and reaches it', async () => {
    let underWay = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await delay(3);
      underWay -= 1;
    };
    for await (const _ of mapOrdered(Array.from({ length: 20 }), 4, work)) await delay(2);
    expect(most).toBe(4);
  });

  it('starts nothing more once the consumer has stopped', async () => {
    const started: number[] = [];
    for await (const item of mapOrdered([1, 2, 3, 4, 5, 6], 2, async (value) => {
      started.push(value);
      return value;
    })) {
      if (item === 2) break;
    }
    expect(started).toEqual([1, 2, 3]);
  });

  it('reads items that come one after another, and ends after a failure only when what is under way has ended', async () => {
    const started = Promise.withResolvers<void>();
    const ended: number[] = [];
    const work = async (item: number): Promise<void> => {
      if (item === 2) started.resolve();
      if (item === 0) await started.promise.then(() => Promise.reject(new Error('zero')));
      await delay(10);
      ended.push(item);
    };
    const run = async (): Promise<void> => {
      for await (const _ of mapOrdered(arriving([0, 1, 2, 3, 4, 5]), 3, work));
    };
    await expect(run()).rejects.toThrow('zero');
    expect(ended).toEqual([1, 2]);
  });

  it('rejects in the place of the work that failed', async () => {
    const results: number[] = [];
    const run = async (): Promise<void> => {
      for await (const result of mapOrdered([1, 2, 3], 3, failAtTwo)) results.push(result);
    };
    await expect(run()).rejects.toThrow('two');
    expect(results).toEqual([1]);
  });
});
