import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSupport } from './find-support.ts';
import { readPassage } from './read-passage.ts';
import { readWords } from './words.ts';
import { SUPPORT_PAGES, supportPassages, type SupportPage } from './testing/support-pages.ts';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';

const PAGES = Object.keys(SUPPORT_PAGES) as SupportPage[];

interface PageSentence {
  readonly page: SupportPage;
  readonly text: string;
}

const SENTENCES: readonly PageSentence[] = PAGES.flatMap((page) =>
  supportPassages(page).flatMap((passage) =>
    readPassage(passage)
      .places.filter(({ kind }) => kind === 'paragraph' || kind === 'item')
      .map(({ start, end }) => ({ page, text: passage.chunk.text.slice(start, end) })),
  ),
);
const sentence = fc.constantFrom(...SENTENCES);

function isSupported({ page, text }: PageSentence): boolean {
  return findSupport({ kind: 'sentence', text }, supportPassages(page)) !== undefined;
}

/** Replaces the `pick`th word of a kind in the sentence; `undefined` if there is none. */
function mutated(
  { page, text }: PageSentence,
  kind: string,
  pick: number,
  change: (word: string) => string,
): PageSentence | undefined {
  const words = readWords(text).filter((word) => word.kind === kind && text.includes(word.text));
  const word = words[pick % Math.max(1, words.length)]?.text;
  return word === undefined ? undefined : { page, text: text.replace(word, change(word)) };
}

describe('whatever is changed in a sentence of the page', () => {
  test('nothing: it passes', () => {
    fc.assert(
      fc.property(sentence, (said) => {
        expect(isSupported(said)).toBe(true);
      }),
    );
  });

  test('a number: it is refused', () => {
    fc.assert(
      fc.property(sentence, fc.nat(3), fc.integer({ min: 1, max: 9 }), (said, pick, digit) => {
        const other = mutated(said, 'number', pick, (word) => word.replace(/\d+|$/u, (digits) => `${digits}${digit}`));
        fc.pre(other !== undefined && /\d/u.test(other.text) && !SUPPORT_PAGES[said.page].includes(other.text));
        expect(isSupported(other)).toBe(false);
      }),
    );
  });

  test('an identifier: it is refused', () => {
    fc.assert(
      fc.property(sentence, fc.nat(3), fc.nat(20), fc.constantFrom('x', 'Z', '_', '7'), (said, pick, at, sign) => {
        const other = mutated(said, 'code', pick, (word) => {
          const middle = 1 + (at % (word.length - 1));
          return `${word.slice(0, middle)}${sign}${word.slice(middle)}`;
        });
        fc.pre(other !== undefined);
        expect(isSupported(other)).toBe(false);
      }),
    );
  });

  test('a negation left out: it is refused', () => {
    fc.assert(
      fc.property(sentence, ({ page, text }) => {
        const bare = text.replace(/ (?:not|never)\b/u, '');
        fc.pre(bare !== text);
        expect(isSupported({ page, text: bare })).toBe(false);
      }),
    );
  });

  test('a negation put in: it is refused', () => {
    fc.assert(
      fc.property(sentence, ({ page, text }) => {
        const denied = text.replace(/ (?:is|are|can|must|may|was|will|has)\b/u, '$& not');
        fc.pre(denied !== text && !/ not (?:not|only)/u.test(denied));
        expect(isSupported({ page, text: denied })).toBe(false);
      }),
    );
  });

  test('the end, by a sentence of another page: it is refused', () => {
    fc.assert(
      fc.property(sentence, sentence, (said, foreign) => {
        fc.pre(said.page !== foreign.page);
        const text = `${said.text.replace(/[.]$/u, '')}, and ${foreign.text}`;
        expect(isSupported({ page: said.page, text })).toBe(false);
      }),
    );
  });
});

describe('whatever is asked', () => {
  test('quotes are slices inside the windows of the passages named, and the same again', () => {
    fc.assert(
      fc.property(sentence, fc.nat(900), fc.nat(900), (said, a, b) => {
        const passages = supportPassages(said.page).map((passage) => {
          const length = passage.chunk.text.length;
          const [start, end] = [Math.min(a, b) % length, Math.max(a, b) % length].toSorted((x, y) => x - y);
          return { ...passage, window: { start: start!, end: end! } };
        });
        const statement = { kind: 'sentence', text: said.text } as const;
        const support = findSupport(statement, passages);
        expect(findSupport(statement, structuredClone(passages))).toEqual(support);
        for (const { label, start, end } of support?.quotes ?? []) {
          const { window, chunk } = passages.find((passage) => passage.label === label)!;
          expect(start).toBeGreaterThanOrEqual(window.start);
          expect(end).toBeLessThanOrEqual(window.end);
          expect(chunk.text.slice(start, end).trim()).not.toBe('');
        }
      }),
    );
  });

  test('any text at all: there is an answer, and never support by nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constantFrom(...PAGES), (text, page) => {
        expect(findSupport({ kind: 'sentence', text }, [])).toBeUndefined();
        const support = findSupport({ kind: 'sentence', text }, supportPassages(page));
        expect(support?.quotes.length ?? 1).toBeGreaterThan(0);
      }),
    );
  });

  test.each(['a'.repeat(5000), 'node ', 'not node ', '1,000,', 'a | ', '\u7bc0\u9ede'])(
    'hostile runs of %s end, as statement and as passage',
    (unit) => {
      const text = unit.repeat(Math.ceil(4_000 / unit.length));
      const passages = passagesOf(`# Title\n\n${text}.\n\nThe node runs.`).slice(0, 8);
      for (const kind of ['sentence', 'code', 'row'] as const) {
        expect(findSupport({ kind, text: `${text} nowhere` }, passages)).toBeUndefined();
        expect(findSupport({ kind, text: `${text.slice(0, 600)} nowhere` }, passages)).toBeUndefined();
      }
    },
  );
});
