import { expect, test } from 'vitest';
import type { Answer, Chunk, Citation, Statement } from '@ibid/core/types';
import { citationAudit, type CitationTotals } from './citation-audit.ts';

const store = {
  getChunks: (ids: readonly string[]) =>
    Promise.resolve(ids.map((id) => (id === 'a' ? ({ text: 'One. Two.' } as Chunk) : undefined))),
};

async function totals(cited: Partial<Citation>[], numbers: number[][]): Promise<CitationTotals> {
  const audit = citationAudit();
  const citations = cited.map((one, i) => ({ chunkId: 'a', index: i + 1, quote: 'Two.', start: 5, end: 9, ...one }));
  const statements = numbers.map((own) => ({ text: 'Two.', citations: own }));
  await audit.add(store, {
    citations: citations as unknown as Citation[],
    statements: statements as unknown as Statement[],
  } as unknown as Answer);
  return audit.totals();
}

test('an answer is proved when every statement is cited and every quote stands in the store', async () => {
  expect(await totals([{}], [[1]])).toEqual({ answers: 1, citations: 1, verbatim: 1, soundAnswers: 1 });
});

test.each([
  ['another quote than at its place', [{ quote: 'Twa.' }], [[1]]],
  ['offsets beside the quote', [{ start: 4 }], [[1]]],
  ['an empty quote', [{ quote: '', end: 5 }], [[1]]],
  ['an unknown chunk', [{ chunkId: 'b' }], [[1]]],
  ['a statement without citation', [{}], [[1], []]],
  ['a footnote number without citation', [{}], [[1, 2]]],
])('an answer with %s is not proved', async (_, cited, numbers) => {
  expect((await totals(cited, numbers)).soundAnswers).toBe(0);
});

test('what says nothing proves nothing', async () => {
  expect((await totals([], [])).answers).toBe(0);
});
