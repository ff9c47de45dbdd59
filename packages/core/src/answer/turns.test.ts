import { expect, test } from 'vitest';
import { chunkPage } from '../chunk/chunk-page.ts';
import { parsePage } from '../parse/parse-page.ts';
import { rawPage } from '../parse/testing/read-page.ts';
import { selectionPassages } from './selection-passages.ts';
import { foreignChunk, suppliedContext } from './supplied/supplied-fixture.ts';
import { suppliedPassages } from './supplied/supplied-passages.ts';

/** Number of turns that other work gets before `work` ends. */
async function turnsWithin(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let hasEnded = false;
  const next = (): void => {
    if (hasEnded) return;
    turns += 1;
    setTimeout(next);
  };
  setTimeout(next);
  await work;
  hasEnded = true;
  return turns;
}

const noSearch = (): never => {
  throw new Error('There is no index.');
};

test('others get their turn while the tokens of a large bundle are counted', async () => {
  const store = { info: async () => undefined, getChunks: async () => [] };
  const ask = (count: number): Promise<number> => {
    const chunks = Array.from({ length: count }, (_, at) => foreignChunk('🦜 '.repeat(6_000), { id: `c${at}` }));
    const question = { text: 'What is it?', history: [] };
    return turnsWithin(suppliedPassages({ store, search: noSearch }, question, suppliedContext(chunks)));
  };
  expect(await ask(1)).toBe(0);
  expect(await ask(50)).toBeGreaterThanOrEqual(8);
});

test('others get their turn before and after a page is looked through for a selection', async () => {
  const { page } = parsePage(rawPage('markdown', '# A\n\nThe lamp is red.\n'));
  const { text, chunks: content } = chunkPage(page!);
  const store = {
    search: async () => ({ candidates: [] }) as never,
    getPage: async () => ({ ...page!, text, content }) as never,
  };
  const found = selectionPassages(store, { text: 'The lamp', url: page!.url });
  expect(await turnsWithin(found)).toBeGreaterThanOrEqual(2);
  expect((await found).isLocated).toBe(true);
});
