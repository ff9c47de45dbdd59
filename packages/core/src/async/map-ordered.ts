/**
 * Yields `work(item)` in the order of `items` with at most `limit` under way, so that memory stays bounded however slow the
 * consumer is. When the consumer stops or work fails, no further work starts, and the generator ends when the work under way has ended.
 */
export async function* mapOrdered<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const underWay: Promise<Result>[] = [];
  let hasFailed = false;
  try {
    for await (const item of items) {
      if (hasFailed) break;
      const result = work(item);
      // A result that nobody awaits any more must not surface as an unhandled rejection.
      result.catch(() => (hasFailed = true));
      underWay.push(result);
      if (underWay.length >= limit) yield await underWay.shift()!;
    }
    while (underWay.length > 0) yield await underWay.shift()!;
  } finally {
    await Promise.allSettled(underWay);
  }
}
