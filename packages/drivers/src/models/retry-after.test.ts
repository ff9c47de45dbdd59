import { describe, expect, it } from 'vitest';
import { retryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

describe('what a reply asks to wait', () => {
  it.each<readonly [string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '3' }, 3_000],
    ['parts of seconds', { 'retry-after': '0.5' }, 500],
    ['no seconds', { 'retry-after': '0' }, 0],
    ['an HTTP date', { 'retry-after': 'Sun, 22 Nov 2026 10:02:00 GMT' }, 120_000],
    ['a date that has gone by', { 'retry-after': 'Sun, 22 Nov 2026 09:00:00 GMT' }, 0],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1_500],
    ['milliseconds before seconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    ['seconds beside broken milliseconds', { 'retry-after-ms': 'soon', 'retry-after': '9' }, 9_000],
    ['nothing', {}, undefined],
    ['words', { 'retry-after': 'soon' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['a number without end', { 'retry-after': 'Infinity' }, undefined],
  ])('%s', (_, headers, expected) => {
    expect(retryAfter(new Headers(headers), NOW)).toBe(expected);
  });
});
