/**
 * Yields `work(item)` in the order of `items` with at most `limit` under way, so that memory stays bounded however slow the
 * consumer is. When the consumer stops, no further work starts.
 */
export async function* mapOrdered<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const underWay: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // A result that nobody awaits any more must not surface as an unhandled rejection.
    result.catch(() => undefined);
    underWay.push(result);
    if (underWay.length >= limit) yield await underWay.shift()!;
  }
  while (underWay.length > 0) yield await underWay.shift()!;
}
