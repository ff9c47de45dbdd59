import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { barTable, CLASSES, countResults } from './count-results.ts';

const root = join(import.meta.dirname, '../..');

const results = (...tests: readonly (readonly [name: string, status: string, tries?: number])[]) => ({
  testResults: [
    {
      status: 'passed',
      name: 'a.test.ts',
      assertionResults: tests.map(([fullName, status, tries]) => ({
        fullName,
        status,
        meta: tries === undefined ? {} : { tries },
      })),
    },
  ],
});

test('tries are counted over rounds, planted faults apart, and what failed is named', () => {
  const first = countResults(
    results(['kill -9', 'passed', 20], ['left out', 'skipped'], ['is noticed (planted)', 'passed']),
  );
  expect(first).toEqual({ tries: 20, failed: [], planted: 1, noticed: 1 });
  const second = countResults(results(['kill -9', 'failed', 20], ['is noticed (planted)', 'failed']), first);
  expect(second).toEqual({ tries: 40, failed: ['kill -9', 'is noticed (planted)'], planted: 2, noticed: 1 });
  expect(barTable(new Map([['kills', second]]))).toContain('| kills | 40 | 2 | 1 of 2 |');
});

test('a file that does not load is a failure', () => {
  const broken = { testResults: [{ status: 'failed', name: 'a.test.ts', assertionResults: [] }] };
  expect(countResults(broken).failed).toEqual(['a.test.ts']);
});

test('every class names tests that are there', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' }).split(
    '\n',
  );
  const missing = Object.values(CLASSES)
    .flat()
    .filter((part) => !files.some((file) => file.includes(part)));
  expect(missing).toEqual([]);
});
