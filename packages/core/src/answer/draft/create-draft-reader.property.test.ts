import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDraftReader, type DraftPiece } from './create-draft-reader.ts';

const WHOLE_RUNS = 20000;

/** What models write, and what they write wrongly, cut into its parts. */
const PARTS = [
  'Nodes talk over topics.',
  'A service answers once',
  'Use `foo. Bar` now.',
  'See v1.2.3, e.g. here.',
  'Done! Really? Yes…',
  'what is it',
  'x',
  'The ',
  'npm ',
  'Dr. No',
  'Inc.',
  'and',
  ' ',
  '  ',
  '\n',
  '\n',
  '\n\n',
  '\n\n',
  '\r\n',
  '\r',
  '\t',
  '    ',
  '[p1]',
  ' [p1]',
  '[p2]',
  '[p1][p2]',
  '[p1, p2]',
  '[P3]',
  '【p1】',
  '(p1)',
  '([p1])',
  '[p',
  '[',
  ']',
  '(',
  ')',
  '[1]',
  ' [2]',
  '[^1]',
  '[0, 1]',
  '[p1-p3]',
  '[[p1]]',
  '[p[p1]1]',
  '\\[p1\\]',
  '- ',
  '* ',
  '1. ',
  '2) ',
  '> ',
  '# Head',
  '---',
  '***',
  '===',
  '- [ ] ',
  '  - ',
  '   ',
  '|',
  ' | ',
  '| a | b |',
  '|---|---|',
  '---|---',
  '| 1 | 2 [p1] |',
  '\\|',
  '```',
  '```bash\n',
  '```\n',
  '\n```\n',
  '~~~\n',
  '`',
  '``',
  '`a`',
  '`[p1]`',
  '*',
  '**',
  '_',
  '__',
  '~~',
  '***',
  '**bold**',
  '*it*',
  'snake_case',
  '5*3',
  '[text](http://a.b/c)',
  '[t](',
  '](',
  '![i](u)',
  '![',
  '<b>',
  '<br>',
  '<',
  '<!--',
  '-->',
  '<!-- c -->',
  '<https://a.b>',
  '&lt;',
  '&',
  '&am',
  '\\',
  '\\*',
  '!',
  '.',
  '!',
  '?',
  ':',
  ',',
  '。',
  '！',
  '你好',
  '世界。',
  'مرحبا؟',
  'שלום.',
  '\u200b',
  '\u202e',
  '😀',
  '\ud83d',
  'é',
  '\u0301',
  'NOT_IN_SOURCES',
  '<think>',
  '</think>',
  'a long word that goes on and on for the sake of length '.repeat(5),
];

const source = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
);

function read(
  parts: readonly string[],
  whole = true,
): { readonly pieces: readonly DraftPiece[]; readonly declined: boolean } {
  const reader = createDraftReader();
  const pieces = parts.flatMap((part) => reader.feed(part));
  const rest = reader.end(whole);
  return { pieces: [...pieces, ...rest.pieces], declined: rest.declined };
}

/** `text` cut at the places given. */
function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...sorted, text.length].map((place, index) => text.slice(index === 0 ? 0 : sorted[index - 1], place));
}

describe('reading a draft', () => {
  test('gives the same pieces however the text is cut into parts', () => {
    fc.assert(
      fc.property(source, fc.array(fc.nat(400), { maxLength: 12 }), (text, places) => {
        expect(read(cut(text, places))).toEqual(read([text]));
      }),
      { numRuns: WHOLE_RUNS },
    );
  });

  test('gives the same pieces for single UTF-16 units', () => {
    fc.assert(
      fc.property(source, (text) => {
        expect(read(text.split(''))).toEqual(read([text]));
      }),
      { numRuns: WHOLE_RUNS },
    );
  });

  test('gives of a text that was cut off the first pieces of the whole text, and nothing that was cut', () => {
    fc.assert(
      fc.property(source, fc.nat(400), (text, place) => {
        const { pieces } = read([text]);
        const begun = read([text.slice(0, place % (text.length + 1))], false).pieces;
        expect(begun).toEqual(pieces.slice(0, begun.length));
      }),
      { numRuns: WHOLE_RUNS },
    );
  });
});
