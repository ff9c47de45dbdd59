/** Computes the tables of docs/scaling.md from measured cells. Formulas are in `cost-model.ts`. */
import { fitCostModel, type CostModel } from './cost-model.ts';

type Figures = Readonly<Record<string, number>>;

export interface ScaleResults {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly scale: { readonly cells: readonly Figures[] };
}

/** Tables by the name in their marker in docs/scaling.md. */
export type ScalingTables = Readonly<Record<'measured' | 'move', string>>;

export function scalingTables({ scale: { cells } }: ScaleResults): ScalingTables {
  const model = fitCostModel(
    cells.map((cell) => ({
      chunks: figure(cell, 'chunks'),
      dimensions: figure(cell, 'dimensions'),
      diskBytes: figure(cell, 'index MB') * 1e6,
      memoryBytes: figure(cell, 'of which not from files MB') * 1e6,
      cpuMs: figure(cell, 'search cpu ms'),
    })),
  );
  return {
    measured: measuredTable(cells),
    move: moveTable(model),
  };
}

function figure(of: Figures, name: string): number {
  const value = of[name];
  if (value === undefined) throw new Error(`the results have no figure \`${name}\``);
  return value;
}

function measuredTable(cells: readonly Figures[]): string {
  return table(
    [
      'passages × dimensions',
      'disk MB',
      'memory MB',
      'open s',
      'written/s',
      'search CPU ms',
      'p50 ms',
      'words only, CPU ms',
    ],
    cells.map((cell) => [
      `${count(figure(cell, 'chunks'))} × ${figure(cell, 'dimensions')}`,
      round(figure(cell, 'index MB')),
      round(figure(cell, 'of which not from files MB')),
      round(figure(cell, 'open ms') / 1000),
      count(figure(cell, 'write and publish chunks/s')),
      round(figure(cell, 'search cpu ms')),
      round(figure(cell, 'search p50 ms')),
      round(figure(cell, 'text only cpu ms')),
    ]),
  );
}

function moveTable(model: CostModel): string {
  const sizes: readonly (readonly [number, number])[] = [
    [20_000, 256],
    [100_000, 256],
    [100_000, 1024],
    [300_000, 1024],
    [1_000_000, 256],
    [1_000_000, 1024],
  ];
  return table(
    ['passages × dimensions', 'memory', 'disk', 'CPU a search', 'searches a second, half a core'],
    sizes.map(([chunks, dimensions]) => [
      `${count(chunks)} × ${dimensions}`,
      `${round(model.memoryBytes(chunks, dimensions) / 1e9)} GB`,
      `${round(model.diskBytes(chunks, dimensions) / 1e9)} GB`,
      `${round(model.cpuMs(chunks, dimensions))} ms`,
      round(500 / model.cpuMs(chunks, dimensions)),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Rounds to three significant digits, or two below 1. */
function round(value: number): string {
  if (value >= 1000) return count(Math.round(value));
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}

function count(value: number): string {
  if (value >= 1e9) return `${value / 1e9} B`;
  if (value >= 1e6) return `${value / 1e6} M`;
  return Math.round(value).toLocaleString('en');
}
