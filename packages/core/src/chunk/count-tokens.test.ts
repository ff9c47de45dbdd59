import * as fc from 'fast-check';
import { countTokens as countEncoded } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

it('counts what the encoder gives for the whole text, though it encodes each piece once', () => {
  const part = fc.constantFrom(
    'word',
    'Word',
    "it's",
    'ä',
    '文字',
    ' ',
    '  ',
    '\n',
    '\t',
    '.',
    '//',
    '\r\n',
    '12345',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 20 }), (parts, more) => {
      const text = parts.join('') + more;
      expect(countTokens(text)).toBe(countEncoded(text, { disallowedSpecial: new Set() }));
    }),
  );
});
