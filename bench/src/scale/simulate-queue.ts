import { seededRandom } from '../corpus/random.ts';

export interface QueueFigures {
  /** Share of the time that a worker is busy. */
  readonly busy: number;
  /** Milliseconds from asking to the end of the answer. */
  readonly p50: number;
  readonly p99: number;
  /** Most questions waiting at once. */
  readonly waiting: number;
}

/**
 * Questions that come at random moments (Poisson) to workers behind one queue: an M/G/c queue, played question by question. Work takes as
 * long as it was measured to, drawn from `work`; `rest` is time that passes without a processor of ours, such as a call to the index.
 */
export function simulateQueue(given: {
  readonly questionsPerMinute: number;
  readonly workers: number;
  /** Measured milliseconds of work, drawn from with replacement. */
  readonly work: readonly number[];
  readonly rest: number;
  readonly questions: number;
  readonly seed: number;
}): QueueFigures {
  const { questionsPerMinute, workers, work, rest, questions, seed } = given;
  const random = seededRandom(seed);
  const gap = 60_000 / questionsPerMinute;
  /** When each worker is free again, as a heap with the earliest at the front. */
  const free = new Float64Array(workers);
  const starts: number[] = [];
  const spent = new Float64Array(questions);
  let now = 0;
  let busy = 0;
  let waiting = 0;
  let begun = 0;
  for (let i = 0; i < questions; i++) {
    now += -Math.log(1 - random.next()) * gap;
    const start = Math.max(now, free[0]!);
    const took = random.pick(work);
    busy += took;
    free[0] = start + took;
    sink(free);
    starts.push(start);
    while (begun < starts.length && starts[begun]! <= now) begun++;
    waiting = Math.max(waiting, starts.length - begun);
    spent[i] = start + took + rest - now;
  }
  spent.sort();
  return {
    busy: busy / (now * workers),
    p50: spent[Math.floor(questions * 0.5)]!,
    p99: spent[Math.floor(questions * 0.99)]!,
    waiting,
  };
}

function sink(heap: Float64Array): void {
  for (let at = 0; ;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const least = left + 1 < heap.length && heap[left + 1]! < heap[left]! ? left + 1 : left;
    if (heap[at]! <= heap[least]!) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}
