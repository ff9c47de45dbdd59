/**
 * Returns a cache of the values used last, whose sizes are together at most `most`; by default, each counts as one. A promise that rejects is
 * forgotten.
 */
export function lastUsed<K, V>(most: number, sizeOf: (value: V) => number = () => 1): (key: K, make: () => V) => V {
  const values = new Map<K, V>();
  let size = 0;
  const forget = (key: K, value: V): void => {
    if (values.get(key) === value && values.delete(key)) size -= sizeOf(value);
  };
  return (key, make) => {
    const known = values.get(key);
    const value = known ?? make();
    if (known === undefined && value instanceof Promise) value.catch(() => forget(key, value));
    // A value that is used again moves to the end.
    forget(key, value);
    values.set(key, value);
    size += sizeOf(value);
    for (const [oldest, old] of values) {
      if (size <= most) break;
      forget(oldest, old);
    }
    return value;
  };
}
