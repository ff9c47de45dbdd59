type Figures = Readonly<Record<string, number>>;

const STEPS = 100;

/**
 * Times that a kind of work takes, as a spread of a hundred values between its measured least, typical and 95th time; the slowest twentieth
 * is taken to go on as steeply.
 */
export function spreadOf(figures: Figures, kind: string): readonly number[] {
  const [least = 0, typical = 0, slow = 0] = ['min', 'p50', 'p95'].map((name) => figures[`${kind} ${name} ms`] ?? 0);
  const knots = [
    [0, least],
    [0.5, typical],
    [0.95, slow],
    [1, slow + (slow - typical) / 9],
  ] as const;
  return Array.from({ length: STEPS }, (_, i) => {
    const share = (i + 0.5) / STEPS;
    const at = knots.findIndex(([end]) => end >= share);
    const [from, low] = knots[at - 1]!;
    const [to, high] = knots[at]!;
    return low + ((share - from) / (to - from)) * (high - low);
  });
}
