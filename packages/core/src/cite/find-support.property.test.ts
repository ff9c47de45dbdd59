import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { findSupport } from './find-support.ts';
import { plainText } from './find-quote.ts';
import { SUPPORT_PAGES, supportPassages, type SupportPage } from './testing/support-pages.ts';

const PAGES = Object.keys(SUPPORT_PAGES) as SupportPage[];
const SENTENCES = PAGES.flatMap((page) =>
  supportPassages(page).flatMap(({ chunk: { text, spans } }) =>
    spans
      .filter(({ kind }) => kind === 'paragraph' || kind === 'item')
      .flatMap((span) => {
        const words = text.slice(span.start, span.end);
        return splitSentences(words).map(({ start, end }) => ({ page, text: words.slice(start, end) }));
      }),
  ),
);
const sentence = fc.constantFrom(...SENTENCES);

test('a sentence of the page is found, and with a word left out, added or put elsewhere it is not', () => {
  fc.assert(
    fc.property(sentence, fc.nat(40), fc.nat(40), fc.constantFrom('not', 'only', '7', 'x'), (said, at, to, added) => {
      const isFound = (words: readonly string[]): boolean =>
        findSupport({ kind: 'sentence', text: words.join(' ') }, supportPassages(said.page)) !== undefined;
      const words = said.text.split(' ');
      const [one] = words.slice(at % words.length);
      const rest = words.toSpliced(at % words.length, 1);
      const moved = rest.toSpliced(to % words.length, 0, one!);
      expect(isFound(words)).toBe(true);
      expect(isFound(rest)).toBe(false);
      expect(isFound(words.toSpliced(at % words.length, 0, added))).toBe(false);
      expect(isFound(moved)).toBe(moved.join(' ') === said.text);
    }),
  );
});

describe('whatever is asked', () => {
  test('the range is inside the window of its passage, equals the statement, and is the same again', () => {
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
        if (support === undefined) return;
        const { window, chunk } = passages.find(({ label }) => label === support.label)!;
        expect(support.start).toBeGreaterThanOrEqual(window.start);
        expect(support.end).toBeLessThanOrEqual(window.end);
        expect(plainText(chunk.text.slice(support.start, support.end))).toBe(plainText(said.text));
      }),
    );
  });

  test.each(['a'.repeat(5000), 'node ', '1,000,', 'a | ', '\u7bc0\u9ede'])(
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
