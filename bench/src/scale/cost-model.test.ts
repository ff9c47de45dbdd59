import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitCostModel } from './cost-model.ts';
import { leastSquares } from './least-squares.ts';

test('least squares finds the coefficients that made the values', () => {
  const coefficient = fc.double({ min: 0.01, max: 100, noNaN: true });
  fc.assert(
    fc.property(coefficient, coefficient, coefficient, (a, b, c) => {
      const rows = [1, 2, 5, 9, 20].flatMap((x) => [1, 3, 8].map((y) => [1, x, x * y]));
      const found = leastSquares(
        rows,
        rows.map(([p = 0, q = 0, r = 0]) => a * p + b * q + c * r),
      );
      for (const [i, value] of [a, b, c].entries()) expect(found[i]! / value).toBeCloseTo(1, 4);
    }),
  );
});

const cell = (chunks: number, dimensions: number) => ({
  chunks,
  dimensions,
  diskBytes: chunks * (900 + 4 * dimensions),
  memoryBytes: 5e7 + chunks * (500 + 2 * dimensions),
  cpuMs: 0.5 + chunks * (1e-5 + 1e-7 * dimensions),
});

test('a model of cells that follow it has no error, and says what was not measured', () => {
  const cells = [20_000, 100_000, 300_000].flatMap((chunks) =>
    [256, 1024].map((dimensions) => cell(chunks, dimensions)),
  );
  const model = fitCostModel(cells);
  expect(Math.max(...Object.values(model.error))).toBeLessThan(1e-6);
  const far = cell(1_000_000, 512);
  expect(model.diskBytes(1_000_000, 512) / far.diskBytes).toBeCloseTo(1, 6);
  expect(model.cpuMs(1_000_000, 512) / far.cpuMs).toBeCloseTo(1, 6);
  const odd = fitCostModel([...cells.slice(1), { ...cells[0]!, cpuMs: cells[0]!.cpuMs * 2 }]);
  expect(odd.error.cpuMs).toBeGreaterThan(0.2);
});
