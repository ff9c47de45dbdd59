import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, encodeText } from './text-codec.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom('\0', '\u0001', '"', '\\', '\uD800', '\uDC00', 'a', 'u0000')).map((parts) => parts.join('')),
);

describe('a text for PostgreSQL', () => {
  test('comes back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeText(encodeText(text))).toBe(text);
      }),
    );
  });

  test('has neither NUL nor half a pair in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const kept = encodeText(text);
        expect([kept.isWellFormed(), kept.includes('\0')]).toEqual([true, false]);
      }),
    );
  });

  test('is what it was where PostgreSQL can hold it', () => {
    for (const text of ['', 'Grüße', '日本語 🦜', '{"a":1}', '\u0002']) expect(encodeText(text)).toBe(text);
  });

  test('is different for different texts, so that it can be a key', () => {
    const odd = '\0';
    expect(encodeText(encodeText(odd))).not.toBe(encodeText(odd));
    expect(decodeText(encodeText(encodeText(odd)))).toBe(encodeText(odd));
  });
});
