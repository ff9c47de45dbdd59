import type { KeyValueStorage } from '../surroundings.ts';

export interface MemoryStorage extends KeyValueStorage {
  readonly values: Map<string, string>;
  /** Number of successful calls of `setItem`. */
  writes: number;
  /** Maximum number of characters; more are refused as by browsers. */
  room: number;
}

export function memoryStorage(given: Readonly<Record<string, string>> = {}): MemoryStorage {
  const values = new Map(Object.entries(given));
  return {
    values,
    writes: 0,
    room: Number.POSITIVE_INFINITY,
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      const others = [...values].filter(([other]) => other !== key);
      const used = others.reduce((sum, [, one]) => sum + one.length, value.length);
      if (used > this.room) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      values.set(key, value);
      this.writes += 1;
    },
    removeItem: (key) => void values.delete(key),
  };
}
