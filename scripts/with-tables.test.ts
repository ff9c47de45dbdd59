import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scalingTables, type ScaleResults } from '../bench/src/scale/scaling-tables.ts';
import { searchBoxTable, type SearchBoxResults } from '../bench/src/search-box/table.ts';
import { withTables } from './with-tables.ts';

const ROOT = join(import.meta.dirname, '..');

test('tables stand between their markers, and nothing else changes', () => {
  const page = 'a\n<!-- table: one -->\nold\n<!-- end -->\nb\n';
  const once = withTables(page, { one: '| x |' });
  expect(once).toBe('a\n<!-- table: one -->\n\n| x |\n\n<!-- end -->\nb\n');
  expect(withTables(once, { one: '| x |' })).toBe(once);
  expect(withTables(page, {})).toBe(page);
  expect(() => withTables(page, { one: '', two: '' })).toThrow('two');
});

test('docs/scaling.md says what bench/results/scale.json gives; `npm run docs:scaling` mends it', async () => {
  const results = JSON.parse(await readFile(join(ROOT, 'bench/results/scale.json'), 'utf8')) as ScaleResults;
  const page = await readFile(join(ROOT, 'docs/scaling.md'), 'utf8');
  expect(page).toBe(withTables(page, scalingTables(results)));
});

test('docs/measurements.md says what bench/results/search-box.json gives; `npm run bench:search-box -- --write` makes both', async () => {
  const results = JSON.parse(await readFile(join(ROOT, 'bench/results/search-box.json'), 'utf8')) as SearchBoxResults;
  const page = await readFile(join(ROOT, 'docs/measurements.md'), 'utf8');
  expect(page).toContain(`<!-- table: search-box -->\n\n${searchBoxTable(results)}\n\n<!-- end -->`);
});
