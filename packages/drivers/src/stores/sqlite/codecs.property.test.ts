import type { Chunk, MarkKind, SpanKind } from '@ibid/core/types';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortById } from './generation.ts';
import { decodeTerms, decodeVectors, emptyPageTerms, encodeTerms, encodeVectors } from './codecs.ts';
import { packChunk, unpackChunk } from '../chunk-codec.ts';

const counts = fc.array(fc.tuple(fc.nat(3_000_000), fc.integer({ min: 1, max: 100_000 })), { maxLength: 12 });

function named(pairs: readonly (readonly [number, number])[]): Map<string, number> {
  return new Map(pairs.map(([id, count]) => [String(id), count]));
}

test('terms come back as they were, by id', () => {
  const passage = fc.record({ title: counts, headings: counts, body: counts });
  const held = emptyPageTerms();
  fc.assert(
    fc.property(fc.array(passage, { maxLength: 6 }), (passages) => {
      const fieldMaps = passages.map((fields) => {
        return { title: named(fields.title), headings: named(fields.headings), body: named(fields.body) };
      });
      decodeTerms(encodeTerms(fieldMaps, Number), passages.length, held);
      const decoded = Array.from({ length: held.count }, (_, i) => [
        held.passages[i],
        held.terms[i],
        held.title[i],
        held.headings[i],
        held.body[i],
      ]);
      const expected = fieldMaps.flatMap(({ title, headings, body }, position) =>
        [...new Set([...title.keys(), ...headings.keys(), ...body.keys()])]
          .sort((a, b) => Number(a) - Number(b))
          .map((term) => [position, Number(term), title.get(term) ?? 0, headings.get(term) ?? 0, body.get(term) ?? 0]),
      );
      expect(decoded).toEqual(expected);
    }),
  );
});

test('terms that end too early or too late are refused', () => {
  const blob = encodeTerms([{ title: new Map(), headings: new Map(), body: new Map([['7', 1]]) }], Number);
  expect(() => decodeTerms(blob, 2, emptyPageTerms())).toThrow(RangeError);
  expect(() => decodeTerms(new Uint8Array([...blob, 0]), 1, emptyPageTerms())).toThrow(RangeError);
  expect(() => decodeTerms(blob.subarray(0, 2), 1, emptyPageTerms())).toThrow(RangeError);
});

test('vector components come back to within a 65,000th of the largest one', () => {
  const value = fc.float({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.array(value, { minLength: 20, maxLength: 20 }), { maxLength: 4 }),
      (dimensions, rows) => {
        const vectors = rows.map((row) => Float32Array.from(row.slice(0, dimensions)));
        const { scales, values } = decodeVectors(encodeVectors(vectors, vectors), vectors.length, dimensions);
        for (const [i, vector] of [...vectors, ...vectors].entries()) {
          const largest = Math.max(...vector.map(Math.abs));
          for (const [j, component] of vector.entries()) {
            expect(Math.abs(scales[i]! * values[i * dimensions + j]! - component)).toBeLessThanOrEqual(
              largest / 65_000 + 1e-30,
            );
          }
        }
      },
    ),
  );
  expect(() => decodeVectors(new Uint8Array(7), 1, 1)).toThrow(RangeError);
});

test('chunks come back as they were', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const whole = fc.nat(1000);
  const span = fc.record({
    kind: fc.constantFrom<SpanKind>('paragraph', 'item', 'code', 'row', 'header', 'label', 'math', 'image', 'quote'),
    start: whole,
    end: whole,
    group: whole,
    ordinal: whole,
    language: text,
    depth: whole,
  });
  const mark = fc.record({
    kind: fc.constantFrom<MarkKind>('code', 'strong', 'emphasis', 'sub', 'sup', 'math', 'link'),
    start: whole,
    end: whole,
    href: text,
  });
  const chunk: fc.Arbitrary<Chunk> = fc.record({
    id: fc.constant('0'.repeat(64)),
    url: text,
    title: fc.constantFrom('Title', 'Other'),
    heading: text,
    headings: fc.array(text),
    anchor: text,
    text: fc.constant(''),
    start: fc.nat(10),
    end: whole,
    lead: text,
    spans: fc.array(span),
    marks: fc.array(mark),
    index: whole,
    indexInSection: whole,
    indexInPage: whole,
    chunksInPage: whole,
    tokens: whole,
    sourceFile: fc.constantFrom('a.md', 'b.md'),
    locale: text,
    version: text,
    module: text,
  });
  fc.assert(
    fc.property(chunk, text, (put, pageText) => {
      const frame = {
        url: put.url,
        title: 'Title',
        sourceFile: 'a.md',
        locale: put.locale,
        version: put.version,
        module: put.module,
        text: pageText,
      };
      const { id: _, ...rest } = put;
      expect(unpackChunk(packChunk(put, frame), frame)).toEqual({
        ...rest,
        text: pageText.slice(put.start, put.end),
      });
    }),
  );
});

test('ids are sorted by all their bytes', () => {
  const byte = fc.integer({ min: 0, max: 2 });
  const id = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .chain((bytes) =>
      fc.array(byte, { minLength: 5, maxLength: 5 }).map((few) => Uint8Array.from([...few, ...bytes.subarray(5)])),
    );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 40 }), (ids) => {
      const order = [...sortById(ids.length, (i) => ids[i]!)];
      expect(order.map((i) => Buffer.from(ids[i]!).toString('hex'))).toEqual(
        ids.map((one) => Buffer.from(one).toString('hex')).sort(),
      );
      expect(order.toSorted((a, b) => a - b)).toEqual(ids.map((_, i) => i));
    }),
  );
});
