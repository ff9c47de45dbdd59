import type { StoredSparse, StoredVector } from './stored-point.ts';

/** How many points have a sparse vector, and how many of them each index; kept up to date write by write. */
export interface SparseStatistics {
  add(vectors: ReadonlyMap<string, StoredVector>): void;
  remove(vectors: ReadonlyMap<string, StoredVector>): void;
  /** What a value of the query at this index is multiplied by. */
  idf(name: string, index: number): number;
}

export function sparseStatistics(): SparseStatistics {
  const byName = new Map<string, { points: number; readonly having: Map<number, number> }>();

  function count(vectors: ReadonlyMap<string, StoredVector>, change: 1 | -1): void {
    for (const [name, vector] of vectors) {
      if (vector instanceof Float32Array || vector.indices.length === 0) continue;
      let counts = byName.get(name);
      if (counts === undefined) byName.set(name, (counts = { points: 0, having: new Map() }));
      counts.points += change;
      for (const index of (vector as StoredSparse).indices) {
        counts.having.set(index, (counts.having.get(index) ?? 0) + change);
      }
    }
  }

  return {
    add: (vectors) => count(vectors, 1),
    remove: (vectors) => count(vectors, -1),
    idf(name, index) {
      const counts = byName.get(name);
      const n = counts?.points ?? 0;
      const having = counts?.having.get(index) ?? 0;
      return Math.fround(Math.log(1 + (n - having + 0.5) / (having + 0.5)));
    },
  };
}
