import { element, label, svg } from './svg.ts';

export interface Bar {
  readonly name: string;
  /** 0 to 1. */
  readonly value: number;
  readonly target?: number | undefined;
  readonly baseline?: number | undefined;
  /** Drawn in the warning colour. */
  readonly bad?: boolean;
}

const WIDTH = 840;
const LEFT = 300;
const RIGHT = 60;
const ROW = 24;

/** Horizontal bars on a scale from 0 to 1; a line marks the target, a dot the baseline. */
export function barPlot(title: string, bars: readonly Bar[]): string {
  const span = WIDTH - LEFT - RIGHT;
  const at = (value: number): number => LEFT + span * Math.min(1, Math.max(0, value));
  const height = bars.length * ROW + 28;
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      element('line', { x1: at(value), x2: at(value), y1: 4, y2: height - 22, class: 'grid' }) +
      label(at(value), height - 8, String(value), { class: 'tick', 'text-anchor': 'middle' }),
  );
  const rows = bars.map((bar, i) => {
    const top = 6 + i * ROW;
    const middle = top + ROW / 2;
    return [
      label(LEFT - 8, middle + 3, bar.name, { 'text-anchor': 'end' }),
      element('rect', {
        x: LEFT,
        y: top + 4,
        width: Math.max(1, at(bar.value) - LEFT),
        height: ROW - 10,
        class: bar.bad === true ? 'bar bad' : 'bar',
      }),
      bar.baseline === undefined
        ? ''
        : element('circle', { cx: at(bar.baseline), cy: middle - 1, r: 4, class: 'baseline' }),
      bar.target === undefined
        ? ''
        : element('line', { x1: at(bar.target), x2: at(bar.target), y1: top, y2: top + ROW - 2, class: 'target' }),
      label(WIDTH - RIGHT + 8, middle + 3, bar.value.toFixed(3)),
    ].join('');
  });
  return svg(WIDTH, height, title, grid.join('') + rows.join(''));
}
