/**
 * Questions over all surfaces: quotes equal the pages byte for byte, each result of `search` can be fetched, nothing is outside the
 * scope, and the API of OpenAI says what the native one says.
 */
import { tried } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { askSurfaces } from './testing/ask-surfaces.ts';
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
