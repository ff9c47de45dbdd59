/** Long enough to be told from noise. */
const MEASURABLE_MS = 2;
const SMALLEST = 500;
/** Doublings between the two texts that are compared. */
const STEPS = 2;
/** Each time is the shortest of so many. */
const RUNS = 4;
const ATTEMPTS = 10;
/** Growth that needs no second look. */
const CALM = 2.3;
/** A run that takes longer is not repeated. */
const PATIENCE_MS = 1_000;

/**
 * By how much the time of `run` grows where its input doubles, the mean of two doublings: 2 for time that grows with the input, 4 for its
 * square. Begins at the smallest input whose time can be measured; 0 when even one of `largest` characters takes none. The least of
 * several attempts, each third one with a larger input, because collecting of memory and other programs only add time.
 */
export function growthOf<T>(make: (size: number) => T, run: (input: T) => unknown, largest = 64_000): number {
  // The first runs are those of code that is not compiled yet.
  shortest(make(SMALLEST), run, RUNS * 5);
  let size = SMALLEST;
  while (shortest(make(size), run, 2) < MEASURABLE_MS && size < largest) size *= 2;
  if (size >= largest) return 0;
  let growth = Infinity;
  for (let attempt = 1; attempt <= ATTEMPTS && growth > CALM; attempt += 1) {
    const before = shortest(make(size), run, RUNS);
    const after = shortest(make(size * 2 ** STEPS), run, RUNS);
    growth = Math.min(growth, (after / before) ** (1 / STEPS));
    if (attempt % 3 === 0 && after < PATIENCE_MS) size *= 2;
  }
  return growth;
}

/** In milliseconds. The clock of the processor's time for this thread would be calmer, and is too coarse on some machines. */
function shortest<T>(input: T, run: (input: T) => unknown, runs: number): number {
  let least = Infinity;
  for (let at = 0; at < runs && (at === 0 || least < PATIENCE_MS); at += 1) {
    const begin = performance.now();
    run(input);
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}
