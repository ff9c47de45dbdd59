import { sketchPage } from '@ibid/testkit';
import type { IndexedPage } from '@ibid/core/types';
import { expect, test } from 'vitest';
import { recentPages } from './recent-pages.ts';

function page(path: string, chunks: number): IndexedPage {
  const passages = Array.from({ length: chunks }, (_, i) => ({ heading: `H${i}`, text: `text ${i}` }));
  return sketchPage({ path, revision: '1', passages });
}

test('a page is known as it was kept last, and as no other revision', () => {
  const recent = recentPages();
  const [first, second] = [page('/a', 1), page('/a', 2)];
  recent.keep({ url: 'a', stamp: '1' }, first);
  expect(recent.get({ url: 'a', stamp: '1' })).toBe(first);
  expect(recent.get({ url: 'a', stamp: '2' })).toBeUndefined();
  recent.keep({ url: 'a', stamp: '2' }, second);
  expect(recent.get({ url: 'a', stamp: '1' })).toBeUndefined();
  expect(recent.get({ url: 'a', stamp: '2' })).toBe(second);
});

test('the oldest go first, and pages without chunks take room too', () => {
  const recent = recentPages(4);
  const known = (): readonly string[] => ['a', 'b', 'c', 'd'].filter((url) => recent.get({ url, stamp: '1' }));
  recent.keep({ url: 'a', stamp: '1' }, page('/a', 2));
  recent.keep({ url: 'b', stamp: '1' }, page('/b', 1));
  recent.keep({ url: 'c', stamp: '1' }, page('/c', 0));
  expect(known()).toEqual(['a', 'b', 'c']);
  recent.keep({ url: 'd', stamp: '1' }, page('/d', 1));
  expect(known()).toEqual(['b', 'c', 'd']);
  recent.keep({ url: 'b', stamp: '1' }, page('/b', 5));
  expect(known()).toEqual([]);
});
