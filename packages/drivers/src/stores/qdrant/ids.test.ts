import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagePointId, passagePointId, termIndex, termKey, termPointId } from './ids.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('names in Qdrant', () => {
  test('are stable: what is written today is found tomorrow', () => {
    expect([termKey('robot'), termIndex('robot')]).toEqual(['91b16094908dca88', 3_321_354_002]);
    expect(passagePointId('0123456789ab'.padEnd(64, 'c'), 7)).toBe('01234567-89ab-8ca8-bda5-d5938ff895e1');
    expect(pagePointId('https://example.org/a', 7)).toBe('78942959-69f6-8351-b715-9747db2caef2');
    expect(termPointId(2, 'robot')).toBe('5e023915-e755-8d70-90f8-2da4be772ae3');
  });

  test('are UUIDs that differ for whatever differs, epochs included', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(9), fc.nat(9), (a, b, m, n) => {
        for (const make of [passagePointId, pagePointId, (text: string, epoch: number) => termPointId(epoch, text)]) {
          expect(make(a, m)).toMatch(UUID);
          expect(make(a, m) === make(b, n)).toBe(a === b && m === n);
        }
      }),
    );
  });

  test('keep lone surrogates apart, and are no paths into payloads', () => {
    expect(termKey('\ud800')).not.toBe(termKey('\ud801'));
    fc.assert(
      fc.property(fc.string(), (term) => {
        expect(termKey(term)).toMatch(/^[0-9a-f]{16}$/);
        expect(Number.isInteger(termIndex(term)) && termIndex(term) >= 0 && termIndex(term) < 2 ** 32).toBe(true);
      }),
    );
  });

  test('order passages as their chunk ids do', () => {
    const id = fc
      .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
      .map((digits) => digits.join(''));
    fc.assert(
      fc.property(id, id, (a, b) => {
        fc.pre(a.slice(0, 12) !== b.slice(0, 12));
        expect(passagePointId(a, 1) < passagePointId(b, 9)).toBe(a < b);
      }),
    );
  });
});
