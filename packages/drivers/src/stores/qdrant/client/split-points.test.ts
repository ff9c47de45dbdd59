import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from './qdrant-calls.ts';
import { splitPoints } from './split-points.ts';
import { writeVectors } from './write-vectors.ts';

const MEBIBYTE = 1024 * 1024;

/** As it goes over the wire. */
function written(points: readonly Point[]): number {
  const body = points.map(({ id, payload, vectors = {} }) => ({ id, payload, vector: writeVectors(vectors) }));
  return Buffer.byteLength(JSON.stringify({ points: body }));
}

function pointOf(text: string, size: number, value: number, index: number): Point {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const sparse = { indices: Array.from({ length: size % 97 }, (_, at) => 4_294_967_295 - at), values: [] as number[] };
  const values = sparse.indices.map((at) => Math.fround(value / at));
  return { id, payload: { text }, vectors: { '': new Float32Array(size).fill(value), bm25: { ...sparse, values } } };
}

test('runs keep every point in order, are of at most 256, and of 4 MiB unless one point alone is larger', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          text: fc.constantFrom('', '漢'.repeat(1_000), '"\u0001'.repeat(10_000), 'long '.repeat(500_000)),
          size: fc.constantFrom(0, 3, 1_024, 4_096),
          value: fc.float({ noNaN: true, noDefaultInfinity: true }),
          times: fc.constantFrom(1, 2, 300),
        }),
        { maxLength: 4 },
      ),
      (kinds) => {
        const points = kinds
          .flatMap(({ text, size, value, times }) =>
            Array.from({ length: text.length > 1_000_000 ? 1 : times }, () => ({ text, size, value })),
          )
          .map(({ text, size, value }, index) => pointOf(text, size, value, index));
        const runs = [...splitPoints(points)];
        expect(runs.flat()).toEqual(points);
        for (const run of runs) {
          expect(run.length).toBeGreaterThan(0);
          expect(run.length).toBeLessThanOrEqual(256);
          expect(run.length === 1 || written(run) <= 4 * MEBIBYTE + 64).toBe(true);
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('small points fill their runs', () => {
  const points = Array.from({ length: 700 }, (_, index) => pointOf('short', 64, 0.5, index));
  expect([...splitPoints(points)].map((run) => run.length)).toEqual([256, 256, 188]);
  expect([...splitPoints([])]).toEqual([]);
});
