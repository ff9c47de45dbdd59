/**
 * Does `work` for every item with at most `limit` under way. After a failure nothing more is begun, what is under way ends, and the first
 * failure is thrown.
 */
export async function eachAtOnce<Item>(
  items: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const item of items) {
      const one: Promise<void> = work(item)
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => underWay.delete(one));
      underWay.add(one);
      if (underWay.size >= limit) await Promise.race(underWay);
      if (failure !== undefined) break;
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failure !== undefined) throw failure.error;
}
