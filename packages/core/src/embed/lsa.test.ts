import { describe, expect, it } from 'vitest';
import { fitLsa, lsaFitter } from './fit-lsa.ts';
import { openLsa } from './lsa.ts';

const PASSAGES = [
  'The car needs petrol and four new tyres before winter.',
  'An automobile needs petrol, tyres and an oil change.',
  'Every automobile engine burns petrol; check the tyres.',
  'Kittens drink milk and sleep near the stove.',
  'A kitten that drinks no milk should see the vet.',
  'The vet weighs kittens and gives them milk.',
  'Bread dough rests before it goes into the oven.',
  'Bake the dough in a hot oven until the crust is brown.',
];

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

function ranking(question: string, most: number): number[] {
  const { project } = openLsa(fitLsa(PASSAGES, { dimensions: most }).data);
  const vector = project(question);
  const scores = PASSAGES.map((passage) => cosine(vector, project(passage)));
  return scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!);
}

function dimensions(passages: readonly string[], most = 128): number {
  return fitLsa(passages, { dimensions: most }).dimensions;
}

describe('fitLsa', () => {
  it('finds passages that share company with the words of the question, not the words themselves', () => {
    // Passages 1 and 2 never say "car", but speak of petrol and tyres as the passage does that says it.
    expect(ranking('car', 3).slice(0, 3).sort()).toEqual([0, 1, 2]);
    expect(ranking('crust', 3).slice(0, 2).sort()).toEqual([6, 7]);
  });

  it('gives equal bytes for equal passages, fed at once or one by one', () => {
    const fitter = lsaFitter();
    for (const passage of PASSAGES) fitter.add(passage);
    const space = fitter.finish();
    expect(Buffer.compare(space.data, fitLsa(PASSAGES).data)).toBe(0);
    expect(space.id).toMatch(/^builtin\/lsa@1:8:[0-9a-f]{16}$/);
  });

  it('gives another id to another fit: passages, their order, seed, dimensions (R6)', () => {
    const ids = [
      fitLsa(PASSAGES),
      fitLsa(PASSAGES.slice(1)),
      fitLsa(PASSAGES.toReversed()),
      fitLsa(PASSAGES, { seed: 1 }),
      fitLsa(PASSAGES, { dimensions: 3 }),
    ].map((space) => space.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has as many dimensions as asked for, or as the passages span', () => {
    expect(dimensions(PASSAGES, 3)).toBe(3);
    expect(dimensions(PASSAGES)).toBe(8);
    expect(dimensions(PASSAGES.slice(0, 2))).toBe(2);
    expect(dimensions(PASSAGES.slice(0, 1))).toBe(1);
    expect(dimensions([...PASSAGES.slice(0, 2), ...PASSAGES.slice(0, 2)])).toBe(2);
    expect(dimensions(['word', 'word', 'word'])).toBe(1);
    expect(dimensions([])).toBe(1);
    expect(dimensions(['', 'the of', ''])).toBe(1);
  });

  it('reports progress step by step to its end', () => {
    const reports: string[] = [];
    fitLsa(PASSAGES, { onProgress: (done, total) => reports.push(`${done}/${total}`) });
    expect(reports).toEqual(['1/8', '2/8', '3/8', '4/8', '5/8', '6/8', '7/8', '8/8']);
  });
});

describe('openLsa', () => {
  const { data, id } = fitLsa(PASSAGES);

  it('tells the id and the size of the fit from its bytes', () => {
    expect(openLsa(data)).toMatchObject({ id, dimensions: 8, passages: PASSAGES.length });
  });

  it('gives texts without a known word the zero vector', () => {
    expect(
      openLsa(data)
        .project('')
        .every((value) => value === 0),
    ).toBe(true);
    expect(
      openLsa(data)
        .project('zeppelin the of')
        .every((value) => value === 0),
    ).toBe(true);
  });

  it('reads bytes that lie anywhere in a buffer', () => {
    const shifted = new Uint8Array(data.length + 7);
    shifted.set(data, 3);
    const moved = openLsa(shifted.subarray(3, 3 + data.length));
    expect(moved.project(PASSAGES[0]!)).toEqual(openLsa(data).project(PASSAGES[0]!));
  });

  it('refuses a fit of another version of the algorithm or of the tokenizer with INDEX_MISMATCH', () => {
    const version = data.slice();
    version[8] = 2;
    expect(() => openLsa(version)).toThrow(expect.objectContaining({ code: 'INDEX_MISMATCH' }));
    const tokenizer = data.slice();
    tokenizer[36]! ^= 1;
    expect(() => openLsa(tokenizer)).toThrow(expect.objectContaining({ code: 'INDEX_MISMATCH' }));
  });

  it('refuses a fit cut short anywhere, or other bytes, with INDEX_DAMAGED', () => {
    const damaged = expect.objectContaining({ code: 'INDEX_DAMAGED' });
    for (let length = 0; length < data.length; length += 13) {
      expect(() => openLsa(data.subarray(0, length))).toThrow(damaged);
    }
    expect(() => openLsa(new Uint8Array([...data, 0]))).toThrow(damaged);
    expect(() => openLsa(new Uint8Array(4096).fill(255))).toThrow(damaged);
  });

  it('begins with its name, version and counts, little-endian', () => {
    const view = new DataView(data.buffer, data.byteOffset);
    expect(new TextDecoder().decode(data.subarray(0, 8))).toBe('ibid-lsa');
    expect([0, 1, 3, 4].map((field) => view.getUint32(8 + 4 * field, true))).toEqual([1, 8, PASSAGES.length, 0]);
  });
});
