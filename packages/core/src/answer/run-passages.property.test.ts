import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Passage } from '../types/answer.ts';
import { runPassages } from './find-passages.ts';

function passage(id: string, label: string): Passage {
  return { label, chunk: { id } as Passage['chunk'], score: 0, similarity: 0 };
}

test('labels are unique, never change their passage, and every passage found has one', () => {
  const ids = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...'abcdefgh')), fc.array(ids, { maxLength: 4 }), (first, searches) => {
      const run = runPassages(first.map((id, i) => passage(id, `p${i + 1}`)));
      const named = new Map(run.all().map(({ label, chunk }) => [label, chunk.id]));
      for (const found of searches) {
        const { found: shown, added } = run.add(found.map((id, i) => passage(id, `p${i + 1}`)));
        expect(shown.map(({ chunk }) => chunk.id)).toEqual(found);
        for (const { label, chunk } of added) expect([chunk.id, named.has(label)]).toEqual([chunk.id, false]);
        for (const { label, chunk } of run.all()) {
          expect(named.get(label) ?? chunk.id).toBe(chunk.id);
          named.set(label, chunk.id);
          expect(run.get(label)?.chunk.id).toBe(chunk.id);
        }
        expect(shown.every(({ label, chunk }) => named.get(label) === chunk.id)).toBe(true);
      }
      expect(new Set(run.all().map(({ chunk }) => chunk.id)).size).toBe(run.all().length);
    }),
  );
});
