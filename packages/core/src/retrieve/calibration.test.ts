import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calibrate } from './similarity-scale.ts';

const scale = fc.record({
  midpoint: fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }),
  slope: fc.integer({ min: 1, max: 64 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('calibration', () => {
  test('never falls as likeness rises', () => {
    fc.assert(
      fc.property(share, share, scale, (a, b, calibration) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(calibrate(low, calibration)).toBeLessThanOrEqual(calibrate(high, calibration));
      }),
    );
  });

  test('never falls from one double to the next around the border', () => {
    const calibration = { midpoint: 0.35, slope: 3 };
    let likeness = 0.35 - 64 * Number.EPSILON;
    for (let step = 0; step < 1000; step++, likeness += Number.EPSILON / 4) {
      expect(calibrate(likeness, calibration)).toBeLessThanOrEqual(
        calibrate(likeness + Number.EPSILON / 4, calibration),
      );
    }
  });

  test('gives a number from 0 to 1 for any number at all', () => {
    fc.assert(
      fc.property(fc.double(), scale, (likeness, calibration) => {
        const similarity = calibrate(likeness, calibration);
        expect(similarity >= 0 && similarity <= 1).toBe(true);
      }),
    );
  });

  test('keeps 0 and what lies below it at 0, and 1 at 1', () => {
    for (const likeness of [-1, -0, 0, Number.NaN, -Infinity, Number.MIN_VALUE]) {
      expect(calibrate(likeness, { midpoint: 0.35, slope: 3 })).toBe(0);
    }
    expect(calibrate(1, { midpoint: 0.35, slope: 3 })).toBe(1);
  });

  test('turns the midpoint into 0.5, whatever the slope', () => {
    fc.assert(
      fc.property(scale, (calibration) => {
        expect(calibrate(calibration.midpoint, calibration)).toBe(0.5);
      }),
    );
  });

  test('gives these very bytes, rounded to 6 decimals', () => {
    const likeness = [0.1, 0.2, 0.3, 0.34, 0.36, 0.4, 0.5, 0.7, 0.9];
    expect(likeness.map((value) => calibrate(value, { midpoint: 0.35, slope: 3 }))).toEqual([
      0.00871, 0.090977, 0.335196, 0.466857, 0.53271, 0.654917, 0.864961, 0.98786, 0.999786,
    ]);
  });
});
