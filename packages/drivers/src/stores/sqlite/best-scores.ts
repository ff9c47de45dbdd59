/** Keeps the `limit` largest of the values offered; a min-heap, so that most offers cost one comparison. */
interface BestScores {
  offer(value: number): void;
  /** The smallest value kept; minus infinity while there is room. */
  threshold(): number;
}

export function bestScores(limit: number): BestScores {
  const heap: number[] = [];
  const sink = (): void => {
    let at = 0;
    const value = heap[0]!;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= value) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = value;
  };
  const rise = (): void => {
    let at = heap.length - 1;
    const value = heap[at]!;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]! <= value) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = value;
  };
  return {
    offer(value) {
      if (heap.length < limit) {
        heap.push(value);
        rise();
      } else if (value > heap[0]!) {
        heap[0] = value;
        sink();
      }
    },
    threshold: () => (heap.length < limit ? Number.NEGATIVE_INFINITY : heap[0]!),
  };
}

/** Keeps the largest of the values offered, until those kept have `limit` places together. */
export interface BestPlaces {
  /** The value of an item, which takes as many places as `placesOf` says: at least one. */
  offer(value: number, item: number): void;
  /** The largest value that, with all above it, has `limit` places; minus infinity while there are fewer. */
  threshold(): number;
}

export function bestPlaces(limit: number, placesOf: ArrayLike<number>): BestPlaces {
  // Ascending. Few values get past the first comparison, and few are kept, so that inserting costs little.
  const values: number[] = [];
  const places: number[] = [];
  let total = 0;
  return {
    offer(value, item) {
      if (total >= limit && value <= values[0]!) return;
      let at = 0;
      while (at < values.length && values[at]! < value) at++;
      values.splice(at, 0, value);
      places.splice(at, 0, placesOf[item]!);
      total += placesOf[item]!;
      while (total - places[0]! >= limit) {
        total -= places.shift()!;
        values.shift();
      }
    },
    threshold: () => (total < limit ? Number.NEGATIVE_INFINITY : values[0]!),
  };
}
