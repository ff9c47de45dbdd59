/**
 * Costs of an index in the embedded store as functions of N passages and D dimensions, fitted to measured cells:
 *
 * disk bytes   = N · (a + b · D)
 * memory bytes = m + N · (c + d · D)        resident and not backed by files, once a process has answered questions
 * CPU ms       = t + N · (e + f · D)        of one search over all four legs, all threads
 */
import { leastSquares } from './least-squares.ts';

export interface ScaleCell {
  readonly chunks: number;
  readonly dimensions: number;
  readonly diskBytes: number;
  readonly memoryBytes: number;
  readonly cpuMs: number;
}

export interface CostModel {
  readonly diskBytes: (chunks: number, dimensions: number) => number;
  readonly memoryBytes: (chunks: number, dimensions: number) => number;
  readonly cpuMs: (chunks: number, dimensions: number) => number;
  /** Largest relative deviation of a measured cell from the model, by figure. */
  readonly error: Readonly<Record<'diskBytes' | 'memoryBytes' | 'cpuMs', number>>;
}

/** Needs cells of at least two sizes and two numbers of dimensions. */
export function fitCostModel(cells: readonly ScaleCell[]): CostModel {
  const grown = cells.map(({ chunks, dimensions }) => [chunks, chunks * dimensions]);
  const based = grown.map((row) => [1, ...row]);
  const [a = 0, b = 0] = leastSquares(
    grown,
    cells.map(({ diskBytes }) => diskBytes),
  );
  const [m = 0, c = 0, d = 0] = leastSquares(
    based,
    cells.map(({ memoryBytes }) => memoryBytes),
  );
  const [t = 0, e = 0, f = 0] = leastSquares(
    based,
    cells.map(({ cpuMs }) => cpuMs),
  );
  const model = {
    diskBytes: (chunks: number, dimensions: number): number => chunks * (a + b * dimensions),
    memoryBytes: (chunks: number, dimensions: number): number => m + chunks * (c + d * dimensions),
    cpuMs: (chunks: number, dimensions: number): number => t + chunks * (e + f * dimensions),
  };
  const error = (figure: 'diskBytes' | 'memoryBytes' | 'cpuMs'): number =>
    Math.max(...cells.map((cell) => Math.abs(model[figure](cell.chunks, cell.dimensions) / cell[figure] - 1)));
  return {
    ...model,
    error: { diskBytes: error('diskBytes'), memoryBytes: error('memoryBytes'), cpuMs: error('cpuMs') },
  };
}
