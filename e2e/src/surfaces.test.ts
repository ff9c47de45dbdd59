/** A sample of `surfaces.long.test.ts`, and faults that it must notice. */
import type { Engine } from '@ibid/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askSurfaces } from './testing/ask-surfaces.ts';
import { askBook, type Asked } from './testing/surface-questions.ts';

let book: Asked;
beforeAll(async () => {
  book = await askBook(12);
});
afterAll(() => book?.[Symbol.asyncDispose]());

test('MCP, the API of OpenAI and the native API say the same, in the words of the pages', async () => {
  const { wrong, answered, quotes } = await askSurfaces(book.engine, book.questions);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(6);
  expect(quotes).toBeGreaterThan(12);
});

const FAULTS: readonly (readonly [string, (engine: Engine) => Partial<Engine>, readonly string[]])[] = [
  [
    'scopes are left out',
    ({ ask, find }) => ({
      ask: (question, call) => ask({ ...question, where: {} }, call),
      find: (question, call) => find({ ...question, where: {} }, call),
    }),
    ['`ask` left the scope', '`search` left the scope'],
  ],
  [
    'a passage is changed',
    ({ find }) => ({
      find: async (question, call) => {
        const found = await find(question, call);
        const changed = found.passages.map((hit) => ({ ...hit, chunk: { ...hit.chunk, text: `x${hit.chunk.text}` } }));
        return { ...found, passages: changed };
      },
    }),
    ['`search` changed the words', '`fetch` gives something else'],
  ],
  ['pages cannot be read', () => ({ page: async () => undefined }), ['`fetch` does not know']],
  [
    'each call is answered for another question',
    ({ ask }) => {
      let calls = 0;
      return {
        ask: (question, call) => {
          const other = book.questions[++calls % book.questions.length]!.text;
          return ask({ ...question, text: other }, call);
        },
      };
    },
    ['`ask` has other quotes', '/v1 has other citations', '/v1 has other statements', '/v1 streams another text'],
  ],
];

test.each(FAULTS)('it is noticed that %s (planted)', async (_, fault, expected) => {
  const faulty = { ...book.engine, ...fault(book.engine) };
  const { wrong } = await askSurfaces(faulty, book.questions.slice(0, 6), book.engine);
  const text = wrong.join('\n');
  for (const what of expected) expect(text).toContain(what);
});
