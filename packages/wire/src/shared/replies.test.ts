import type { Passage, Warning } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { hrefTo, listedPassages, measured, pageOrMarker, readerMessage } from './replies.ts';

function passage(id: string, similarity: number, window?: Passage['window']): Passage {
  const chunk = { id } as Passage['chunk']; // no other field affects the order
  return { label: id, chunk, score: 1, similarity, ...(window === undefined ? {} : { window }) };
}

const idsOf = (passages: readonly Passage[]): string =>
  listedPassages(passages)
    .map(({ chunk }) => chunk.id)
    .join('');

it('passages are sorted by similarity, then by id (R7)', () => {
  const given = [passage('d', 0.5), passage('b', 0.9), passage('c', 0.5), passage('a', 0.4)];
  expect(idsOf(given)).toBe('bcda');
  expect(idsOf(given.toReversed())).toBe('bcda');
  expect(given.map(({ label }) => label).join('')).toBe('dbca');
});

it('a similarity that was not measured is null (R8)', () => {
  const byWords = [{ code: 'vector_leg_missing', text: 'found by words' }];
  expect([measured(0, byWords), measured(1, byWords), measured(0, []), measured(0.5, [])]).toEqual([null, 1, 0, 0.5]);
});

it('above the limit, cited passages are kept first, then the most similar', () => {
  const given = [passage('a', 0.9), passage('b', 0.8), passage('c', 0.7), passage('d', 0.6)];
  const listed = (limit: number, cited: string): string =>
    listedPassages(
      given,
      limit,
      [...cited].map((chunkId) => ({ chunkId })),
    )
      .map(({ chunk }) => chunk.id)
      .join('');
  expect([listed(2, ''), listed(2, 'd'), listed(2, 'dc'), listed(9, 'd')]).toEqual(['ab', 'ad', 'cd', 'abcd']);
});

it('passages of a selection keep the order of their page', () => {
  const window = { start: 0, end: 1 };
  expect(idsOf([passage('b', 1, window), passage('c', 1, window), passage('a', 1, window)])).toBe('bca');
});

it('a required address is a marker for text outside the index (R18)', () => {
  expect([pageOrMarker('https://docs.example.org/guide'), pageOrMarker('')]).toEqual([
    'https://docs.example.org/guide',
    'selected_text',
  ]);
});

const of = (message: string, warnings: Warning[] = [], notes: Warning[] = []): string | null =>
  readerMessage({ message, warnings }, notes);

const told = (code: string, text: string): Warning => ({ code, text });

describe('the message beside the answer', () => {
  it('is null if there is nothing to say', () => {
    expect(of('')).toBeNull();
    expect(of(' ')).toBeNull();
  });

  it('has sentences without codes: the message, the notes on the request, the warnings', () => {
    expect(
      of(
        'The pages disagree.',
        [{ code: 'budget', text: 'no page fits' }],
        [{ code: 'selection_cut', text: 'only a part was used.' }],
      ),
    ).toBe('The pages disagree. Only a part was used. No page fits.');
  });

  it('says each thing once', () => {
    expect(of('', [told('a', 'so it is'), told('b', 'so it is')], [told('c', 'so it is')])).toBe('So it is.');
  });

  it('leaves out warnings that repeat the message', () => {
    const warnings = [
      { code: 'contradiction', text: 'two pages say different things' },
      { code: 'budget', text: '3 hits were left out' },
    ];
    expect(of('The pages disagree.', warnings)).toBe('The pages disagree. 3 hits were left out.');
    expect(of('', warnings)).toBe('Two pages say different things. 3 hits were left out.');
  });

  it('keeps the punctuation at the end of a sentence', () => {
    expect(of('', [told('a', 'code: and more'), told('b', '`x` is unknown!')])).toBe('Code: and more. `x` is unknown!');
  });
});

describe('hrefTo', () => {
  it('joins page, section and words', () => {
    const page = { url: 'https://example.org/a', anchor: 'b' };
    expect(hrefTo(page, 'c d')).toBe('https://example.org/a#b:~:text=c%20d');
    expect(hrefTo(page)).toBe('https://example.org/a#b');
    expect(hrefTo({ ...page, anchor: '' })).toBe('https://example.org/a');
    expect(hrefTo({ ...page, anchor: '' }, 'c')).toBe('https://example.org/a#:~:text=c');
  });
});

describe('a lone surrogate', () => {
  it('in an anchor is replaced', () => {
    expect(hrefTo({ url: 'https://example.org', anchor: '\uD83E' })).toBe('https://example.org#%EF%BF%BD');
  });
});
