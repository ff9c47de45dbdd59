import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { splitSentences } from './split-sentences.ts';

const prose = fc
  .array(
    fc.constantFrom(
      'word',
      'Word',
      'e.g.',
      'U.S.',
      '3.5',
      '.',
      '...',
      '?!',
      '。',
      '؟',
      '”',
      '(',
      ')',
      ' ',
      '\n',
      '日',
      'ا',
    ),
  )
  .map((pieces) => pieces.join(''));

it('sentences and the white space between them give back the text', () => {
  fc.assert(
    fc.property(fc.oneof(prose, fc.string({ unit: 'binary' })), (text) => {
      let at = 0;
      for (const { start, end } of splitSentences(text)) {
        expect(text.slice(at, start).trim()).toBe('');
        expect(end).toBeGreaterThan(start);
        expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
        at = end;
      }
      expect(text.slice(at).trim()).toBe('');
    }),
  );
});
