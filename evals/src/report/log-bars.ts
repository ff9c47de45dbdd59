import { element, label, svg } from './svg.ts';

export interface LogBars {
  readonly title: string;
  readonly groups: readonly {
    readonly name: string;
    /** `undefined` = not measured; `note` gives the reason. */
    readonly bars: readonly { readonly name: string; readonly value: number | undefined; readonly note?: string }[];
  }[];
  readonly format: (value: number) => string;
  /** Target by group name, drawn as a line over the bars of that group. */
  readonly targets?: Readonly<Record<string, number>>;
}

const WIDTH = 760;
const LEFT = 210;
const RIGHT = 110;
const ROW = 20;

/** Grouped horizontal bars on a logarithmic scale, for times and sizes that differ by orders of magnitude. */
export function logBarPlot(plot: LogBars): string {
  const values = plot.groups
    .flatMap(({ bars }) => bars.map(({ value }) => value))
    .filter((value): value is number => value !== undefined && value > 0);
  const all = [...values, ...Object.values(plot.targets ?? {})];
  const low = Math.floor(Math.log10(Math.min(...all, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...all, 1))));
  const at = (value: number): number =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (Math.log10(Math.max(value, 10 ** low)) - low)) / (high - low);
  const parts: string[] = [];
  let y = 8;
  for (const { name, bars } of plot.groups) {
    const first = y;
    parts.push(label(10, y + 12, name, { class: 'group' }));
    for (const [i, bar] of bars.entries()) {
      parts.push(label(LEFT - 8, y + 12, bar.name, { 'text-anchor': 'end' }));
      if (bar.value === undefined) {
        parts.push(label(LEFT + 4, y + 12, bar.note ?? 'not measured', { class: 'tick' }));
      } else {
        const width = Math.max(1, at(bar.value) - LEFT);
        parts.push(
          element('rect', { x: LEFT, y: y + 3, width, height: ROW - 7, class: `series s${i}` }),
          label(LEFT + width + 6, y + 13, plot.format(bar.value)),
        );
      }
      y += ROW;
    }
    const target = plot.targets?.[name];
    if (target !== undefined) {
      parts.push(element('line', { x1: at(target), x2: at(target), y1: first, y2: y, class: 'target' }));
    }
    y += 10;
  }
  return svg(WIDTH, y + 4, plot.title, parts.join(''));
}
