/** Long enough to stand out from noise. */
const MEASURABLE_MS = 2;
const SMALLEST = 500;
/** Doublings between the two texts that are compared. */
const STEPS = 2;
/** Each time is the shortest of this many runs. */
const RUNS = 4;
const ATTEMPTS = 10;
/** Growth up to this value is accepted without another attempt. */
const CALM = 2.3;
/** A run that takes longer is not repeated. */
const PATIENCE_MS = 1_000;

/**
 * Measures by how much the time of `run` grows when its input doubles, as the mean of two doublings: 2 for linear time, 4 for
 * quadratic. Starts at the smallest input with a measurable time; returns 0 if even `largest` characters take no measurable time. Returns the
 * lowest of several attempts, because garbage collection and other programs only add time; the input doubles after every third
 * attempt.
 */
export function growthOf<T>(make: (size: number) => T, run: (input: T) => unknown, largest = 64_000): number {
  // Warm-up: the first runs execute code that is not compiled yet.
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

/** Shortest time in milliseconds. The CPU time of this thread would vary less, but is too coarse on some machines. */
function shortest<T>(input: T, run: (input: T) => unknown, runs: number): number {
  let least = Infinity;
  for (let at = 0; at < runs && (at === 0 || least < PATIENCE_MS); at += 1) {
    const begin = performance.now();
    run(input);
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}
