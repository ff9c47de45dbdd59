import { describe, expect, it } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import { guardAgainstShrinking } from './run.ts';

const codeOf = (pages: number, shown: number, allowShrink = false): string => {
  try {
    guardAgainstShrinking({ pages, shown, allowShrink });
    return 'published';
  } catch (error) {
    return IbidError.is(error) ? error.code : 'unknown';
  }
};

describe('mass-deletion guard', () => {
  it('holds a build with fewer than 70 % of the pages on show', () => {
    expect(codeOf(69, 100)).toBe('BUILD_HELD');
    expect(codeOf(70, 100)).toBe('published');
    expect(codeOf(7, 10)).toBe('published');
    expect(codeOf(0, 1)).toBe('BUILD_HELD');
  });

  it('lets a first build and a confirmed loss pass', () => {
    expect(codeOf(1, 0)).toBe('published');
    expect(codeOf(1, 100, true)).toBe('published');
  });

  it('says how many pages there are, and how to confirm', () => {
    expect(() => guardAgainstShrinking({ pages: 3, shown: 50, allowShrink: false })).toThrow(
      /3 pages instead of 50.*--allow-shrink/s,
    );
  });
});
