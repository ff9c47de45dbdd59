import * as fc from 'fast-check';
import { types } from 'pg';
import { describe, expect, test } from 'vitest';
import { columnTypes } from './column-types.ts';

const [BYTEA, INT8, TIMESTAMP] = [17, 20, 1114];
const read = (type: number, text: string): unknown => columnTypes.getTypeParser(type)(text);

describe('a column', () => {
  test('of whole numbers comes back exactly, or not at all', () => {
    for (const number of [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      expect(read(INT8, String(number))).toBe(number);
    for (const text of ['9007199254740992', '-9223372036854775808', '9223372036854775807'])
      expect(() => read(INT8, text)).toThrow(/too large to be exact/u);
  });

  test('of bytes comes back as it was, in either way of writing them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const hex = `\\x${Buffer.from(bytes).toString('hex')}`;
        const escaped = [...bytes].map((byte) => {
          if (byte === 0x5c) return '\\\\';
          return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
        });
        for (const text of [hex, escaped.join('')]) expect(read(BYTEA, text)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('is read by our rules alone, and nobody else by ours', () => {
    const before = types.getTypeParser(INT8);
    expect(before('5')).toBe('5');
    const text = '2026-01-01 00:00:00';
    expect(read(TIMESTAMP, text)).toBe(text);
  });
});
