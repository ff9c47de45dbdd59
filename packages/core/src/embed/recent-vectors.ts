/** A bounded memory of vectors; what was used last stays longest. */
export interface RecentVectors {
  /** The vector belongs to the caller. */
  get(key: string): Float32Array | undefined;
  put(key: string, vector: Float32Array): void;
}

/** Holds at most `capacity` vectors; 0 holds none. */
export function recentVectors(capacity: number): RecentVectors {
  // A map keeps the order in which its keys were set.
  const vectors = new Map<string, Float32Array>();
  return {
    get(key) {
      const vector = vectors.get(key);
      if (vector === undefined) return undefined;
      vectors.delete(key);
      vectors.set(key, vector);
      return vector.slice();
    },
    put(key, vector) {
      vectors.delete(key);
      vectors.set(key, vector.slice());
      const [oldest] = vectors.keys();
      if (vectors.size > capacity && oldest !== undefined) vectors.delete(oldest);
    },
  };
}
