/** Keeps the `limit` largest of the values offered; a min-heap, so that most offers cost one comparison. */
export interface BestScores {
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
