/**
 * Questions over all surfaces: quotes equal the pages byte for byte, each result of `search` can be fetched, nothing is outside the
 * scope, and the API of OpenAI says what the native one says.
 */
import type { Engine } from '@ibid/core/types';
import { tried } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { askSurfaces, type ScopedQuestion } from './testing/ask-surfaces.ts';
import { askBook, askTraps, type Asked } from './testing/surface-questions.ts';

const SETS: Readonly<Record<string, () => Promise<Asked>>> = {
  'headings of the sample book': () => askBook(300),
  'questions of the traps': () => askTraps(463),
};

test.for(Object.entries(SETS))('%s', { timeout: 600_000 }, async ([, open], context) => {
  await using asked = await open();
  tried(context, asked.questions.length);
  const { wrong, answered, found, quotes } = await askSurfaces(asked.engine, asked.questions);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(asked.questions.length / 2);
  expect(found).toBeGreaterThan(asked.questions.length);
  expect(quotes).toBeGreaterThan(asked.questions.length);
});

type Questions = readonly ScopedQuestion[];
type Planted = readonly [string, (engine: Engine, questions: Questions) => Partial<Engine>, readonly string[]];

const FAULTS: readonly Planted[] = [
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
    ({ ask }, questions) => {
      let calls = 0;
      return {
        ask: (question, call) => ask({ ...question, text: questions[++calls % questions.length]!.text }, call),
      };
    },
    ['`ask` has other quotes', '/v1 has other citations', '/v1 has other statements', '/v1 streams another text'],
  ],
];

test('what goes wrong is noticed (planted)', { timeout: 600_000 }, async () => {
  await using book = await askBook(12);
  const questions = book.questions.slice(0, 6);
  const missed: string[] = [];
  for (const [name, fault, expected] of FAULTS) {
    const faulty = { ...book.engine, ...fault(book.engine, book.questions) };
    const wrong = (await askSurfaces(faulty, questions, book.engine)).wrong.join('\n');
    missed.push(...expected.filter((what) => !wrong.includes(what)).map((what) => `${name}: ${what}`));
  }
  expect(missed).toEqual([]);
});
