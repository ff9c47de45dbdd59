import { element, label, svg } from './svg.ts';

export interface HeatMap {
  readonly title: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** `cells[row][column]`; `share` 0 to 1 sets the shade. */
  readonly cells: readonly (readonly { readonly share: number; readonly text: string }[])[];
}

const LEFT = 150;
const TOP = 30;
const CELL_WIDTH = 130;
const CELL_HEIGHT = 54;

export function heatMapPlot(map: HeatMap): string {
  const heads = map.columns.map((name, i) =>
    label(LEFT + (i + 0.5) * CELL_WIDTH, TOP - 10, name, { 'text-anchor': 'middle' }),
  );
  const body = map.rows.flatMap((name, row) => {
    const y = TOP + row * CELL_HEIGHT;
    const cells = (map.cells[row] ?? []).map(({ share, text }, column) => {
      const x = LEFT + column * CELL_WIDTH;
      return (
        element('rect', {
          x: x + 1,
          y: y + 1,
          width: CELL_WIDTH - 2,
          height: CELL_HEIGHT - 2,
          class: 'cell',
          'fill-opacity': share,
        }) +
        label(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 4, text, {
          'text-anchor': 'middle',
          class: share > 0.55 ? 'on-dark' : '',
        })
      );
    });
    return [label(LEFT - 10, y + CELL_HEIGHT / 2 + 4, name, { 'text-anchor': 'end' }), ...cells];
  });
  const width = LEFT + map.columns.length * CELL_WIDTH + 10;
  return svg(width, TOP + map.rows.length * CELL_HEIGHT + 6, map.title, [...heads, ...body].join(''));
}
