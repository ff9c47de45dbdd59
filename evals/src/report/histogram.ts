import { element, label, svg } from './svg.ts';

export interface Histogram {
  readonly title: string;
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** Value marked by a line, such as the one from which questions are answered. */
  readonly border?: number;
}

const WIDTH = 760;
const HEIGHT = 190;
const LEFT = 40;
const BASE = HEIGHT - 30;
const BINS = 20;

/** Share of each series' values per bin of 0 to 1; the series overlap. */
export function histogramPlot(histogram: Histogram): string {
  const shares = histogram.series.map(({ values }) => binShares(values));
  const top = Math.max(0.05, ...shares.flat());
  const x = (value: number): number => LEFT + (WIDTH - LEFT - 20) * value;
  const bars = shares.flatMap((bins, series) =>
    bins.map((share, bin) => {
      const height = ((BASE - 34) * share) / top;
      return element('rect', {
        x: x(bin / BINS) + 1,
        y: BASE - height,
        width: x(1 / BINS) - x(0) - 2,
        height,
        class: `series s${series}`,
      });
    }),
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((value) =>
    label(x(value), BASE + 16, String(value), { class: 'tick', 'text-anchor': 'middle' }),
  );
  const legend = histogram.series.map(
    ({ name, values }, i) =>
      element('rect', { x: LEFT + i * 240, y: 6, width: 12, height: 12, class: `series s${i}` }) +
      label(LEFT + i * 240 + 18, 16, `${name} (${values.length})`),
  );
  const border =
    histogram.border === undefined
      ? ''
      : element('line', { x1: x(histogram.border), x2: x(histogram.border), y1: 26, y2: BASE, class: 'target' });
  const axis = element('line', { x1: x(0), x2: x(1), y1: BASE, y2: BASE, class: 'grid' });
  return svg(WIDTH, HEIGHT, histogram.title, [...bars, axis, border, ...ticks, ...legend].join(''));
}

export function binShares(values: readonly number[]): readonly number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of values) counts[Math.min(BINS - 1, Math.max(0, Math.floor(value * BINS)))]! += 1;
  return counts.map((count) => (values.length === 0 ? 0 : count / values.length));
}
