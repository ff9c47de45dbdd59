/** Returns a cache of the `most` values used last. A promise that rejects is forgotten. */
export function lastUsed<K, V>(most: number): (key: K, make: () => V) => V {
  const kept = new Map<K, V>();
  return (key, make) => {
    const known = kept.get(key);
    const value = known ?? make();
    if (known === undefined && value instanceof Promise) value.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return value;
  };
}
