import { expect, test } from 'vitest';
import { openBook } from '../testing/open-book.ts';
import { payloads } from './payloads.ts';
import { attackDocusaurus } from './testing/attack-docusaurus.ts';
import { NOTHING } from './testing/findings.ts';

test('in the sample book, in a browser that heeds no policy, all payloads in replies are text', async () => {
  await using book = await openBook();
  const page = `${book.url}/docs/robot-software/nodes-and-topics/`;
  const all = payloads();
  const trial = await attackDocusaurus(book.browser, page, all, { hasPolicy: false });
  expect(trial).toEqual({ ...NOTHING, shown: all.length });
}, 600_000);
