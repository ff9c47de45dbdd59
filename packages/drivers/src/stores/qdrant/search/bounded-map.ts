/** Remembers the `most` entries used last. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

export function boundedMap<K, V>(most: number): BoundedMap<K, V> {
  const entries = new Map<K, V>();
  const touch = (key: K, value: V): void => {
    entries.delete(key);
    entries.set(key, value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) touch(key, value);
      return value;
    },
    set(key, value) {
      touch(key, value);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}
