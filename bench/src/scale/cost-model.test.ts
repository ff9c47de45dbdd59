import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitCostModel } from './cost-model.ts';
import { leastSquares } from './least-squares.ts';
import { simulateQueue } from './simulate-queue.ts';

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

const queue = { questions: 200_000, rest: 0, seed: 7 };

test('one worker with exponential work waits as queueing theory says (M/M/1)', () => {
  const work = Array.from({ length: 4001 }, (_, i) => -10 * Math.log(1 - (i + 0.5) / 4001));
  // ρ = 0.7, so the time in the system is exponential with mean 10 / 0.3.
  const { busy, p50, p99 } = simulateQueue({ ...queue, questionsPerMinute: 4200, workers: 1, work });
  expect(busy).toBeCloseTo(0.7, 1);
  expect(p50 / ((10 / 0.3) * Math.LN2)).toBeCloseTo(1, 1);
  expect(p99 / ((10 / 0.3) * Math.log(100))).toBeGreaterThan(0.8);
  expect(p99 / ((10 / 0.3) * Math.log(100))).toBeLessThan(1.2);
});

const at = (workers: number) => simulateQueue({ ...queue, questionsPerMinute: 12_000, workers, work: [10] });

test('twice the questions on too few workers pile up, on enough they do not', () => {
  expect(at(1).waiting).toBeGreaterThan(10_000);
  expect(at(4).p99).toBeLessThan(40);
  expect(at(4).busy).toBeCloseTo(0.5, 1);
});

test('time at the index delays an answer and keeps no worker busy', () => {
  const given = { ...queue, questionsPerMinute: 600, workers: 1, work: [5] };
  expect(simulateQueue({ ...given, rest: 20 }).p50 - simulateQueue(given).p50).toBeCloseTo(20, 6);
});
