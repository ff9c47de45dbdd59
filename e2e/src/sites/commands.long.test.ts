/** Commands that add an index and an API to a built site. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../packages/cli/src/testing/run-ibid.ts';
import { builtSite, docusaurus, startDocusaurus } from './testing/built-site.ts';

let copy = '';
beforeAll(async () => {
  const { folder } = await builtSite({ name: 'plain', blog: true });
  copy = `${folder}-commands`;
  await rm(copy, { recursive: true, force: true });
  await cp(folder, copy, { recursive: true });
}, 300_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

test('`docusaurus ibid:index` indexes the last build', async () => {
  await rm(join(copy, '.ibid/index.db'));
  expect(await docusaurus(copy, ['ibid:index'])).toMatch(/Indexed 7 pages, \d+ passages/u);
}, 180_000);

test('`docusaurus ibid:serve` serves site, panel and API on one port', async () => {
  await using server = startDocusaurus(copy, ['ibid:serve', '--port', '0']);
  const url = await addressOf(server);
  expect(await (await fetch(`${url}/docs/parts`)).text()).toContain('juniper');
  const response = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'How far does the juniper arm reach?' }),
  });
  expect(await response.json()).toMatchObject({ answer: 'The juniper arm reaches 1.2 metres at most.' });
}, 120_000);
