import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { tokenize, tokenizeSpans } from './tokenize.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'aZ9_.-+#日کأ\u0301\u064e한ﬁ½ \n\u{20000}'), maxLength: 40 }),
);

it('spans hold the same tokens, in order, inside the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const spans = tokenizeSpans(text);
      expect(spans.map(({ token }) => token)).toEqual(tokenize(text));
      let before = 0;
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        before = start;
      }
    }),
  );
});

it('composed and decomposed text give the same tokens', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(tokenize(text.normalize('NFD'))).toEqual(tokenize(text.normalize('NFC')));
    }),
  );
});

it('no token is empty, spaced or in upper case', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const token of tokenize(text)) expect(token).toMatch(/^[^\sA-Z]+$/);
    }),
  );
});
