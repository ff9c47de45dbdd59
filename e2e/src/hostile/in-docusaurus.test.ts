import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBook, type OpenBook } from '../testing/open-book.ts';
import { payloads } from './payloads.ts';
import { attackDocusaurus } from './testing/attack-docusaurus.ts';
import { NOTHING } from './testing/findings.ts';

const NODES = '/docs/robot-software/nodes-and-topics/';

let book: OpenBook;
beforeAll(async () => {
  // Builds the book, after waiting for whoever else is building it.
  book = await openBook();
}, 600_000);
afterAll(() => book[Symbol.asyncDispose]());

test.each([
  ['as it is served', true],
  ['in a browser that heeds no policy', false],
])(
  'in the sample book, %s, payloads in replies are text',
  async (_, hasPolicy) => {
    const some = payloads().slice(0, 50);
    const trial = await attackDocusaurus(book.browser, book.url + NODES, some, { hasPolicy });
    expect(trial).toEqual({ ...NOTHING, shown: some.length });
  },
  600_000,
);
