import { describe, expect, test } from 'vitest';
import { codes, openTestEngine } from '../answer/engine-fixture.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { Candidate, LegResult } from '../types/store.ts';
import { fuse } from './fuse.ts';
import { retrieve } from './retrieve.ts';

function candidate(id: string, text: number, vector: number, page = 0, pageText = 0): Candidate {
  return { id, url: `https://x.org/${id}`, text, vector, page, pageText, similarity: vector };
}

function legs(candidates: Candidate[], rest: Partial<LegResult> = {}): LegResult {
  const range = (leg: 'text' | 'vector' | 'page' | 'pageText'): { hi: number; lo: number } => {
    const scores = candidates.map((entry) => entry[leg]);
    return { hi: Math.max(...scores), lo: Math.min(...scores) };
  };
  const ranges = { text: range('text'), vector: range('vector'), page: range('page'), pageText: range('pageText') };
  return {
    candidates,
    ...ranges,
    passages: candidates.length,
    pages: candidates.length,
    idf: [],
    generation: 1,
    ...rest,
  };
}

const ids = (result: LegResult): string[] => fuse(result).map((entry) => entry.candidate.id);

describe('fusion', () => {
  test('adds scaled legs by weight: 0.6 for words, 0.3 for vectors', () => {
    const [first, second] = fuse(legs([candidate('a', 10, 0.1), candidate('b', 1, 0.9), candidate('c', 1, 0.1)]));
    expect([first!.candidate.id, first!.score]).toEqual(['a', 0.6]);
    expect([second!.candidate.id, second!.score]).toEqual(['b', 0.3]);
  });

  test('pages count only where pages hold several passages', () => {
    const pair = [candidate('a', 5, 0.5, 0.1, 1), candidate('b', 5, 0.5, 0.9, 9)];
    expect(fuse(legs(pair)).map((entry) => entry.score)).toEqual([0, 0]);
    expect(fuse(legs(pair, { pages: 1 }))[0]).toMatchObject({ candidate: { id: 'b' }, score: 0.2 });
  });

  test('a leg whose scores are all equal says nothing, and never NaN', () => {
    expect(fuse(legs([candidate('a', 3, 0)])).map((entry) => entry.score)).toEqual([0]);
  });

  test('orders by raw scores when scaling blanks every leg, then by id (R7)', () => {
    expect(ids(legs([candidate('b', 3, 0.2), candidate('a', 3, 0.2)]))).toEqual(['a', 'b']);
    const flat = { hi: 1, lo: 1 };
    expect(ids(legs([candidate('a', 2, 0.2), candidate('b', 3, 0.2)], { text: flat, vector: flat }))).toEqual([
      'b',
      'a',
    ]);
  });

  test('what no leg knows is no match', () => {
    expect(fuse(legs([candidate('a', 0, 0), candidate('b', 0, -0.1)]))).toEqual([]);
  });
});

describe('retrieval', () => {
  test('ranks by what the section says', async () => {
    const { engine } = await openTestEngine();
    const { hits } = await engine.search({ text: 'emergency stop of all joints', limit: 3 });
    // The section about the button has "stop" in its heading and text; others share only "joint".
    expect(hits[0]!.chunk.heading).toBe('Emergency stop');
    expect(hits[0]!.trace.matched).toEqual(['emerg', 'stop', 'joint']);
  });

  test('equal passages come once, passages with other numbers stay (R7, R17)', async () => {
    const text = 'The pump of the north station needs fresh oil every ninety days in winter.';
    const { engine } = await openTestEngine({
      '/a': `# A\n${text}`,
      '/b': `# B\n${text}`,
      '/c': `# C\n${text.replace('ninety', '60')}`,
      '/d': `# D\n${text.replace('ninety', '45')}`,
    });
    const { hits } = await engine.search({ text: 'pump oil north station', limit: 10 });
    expect(hits.map((hit) => hit.chunk.title).sort()).toEqual(['A', 'C', 'D']);
  });

  test('the budget takes whole chunks, best first, and says what it left out (R7, R9)', async () => {
    const { engine } = await openTestEngine();
    const all = await engine.search({ text: 'robot arm joint driver', limit: 10 });
    const tokens = all.hits[0]!.chunk.tokens + all.hits[1]!.chunk.tokens;
    const some = await engine.search({ text: 'robot arm joint driver', limit: 10, tokens });
    expect(some.hits.map((hit) => hit.chunk.id)).toEqual(all.hits.slice(0, 2).map((hit) => hit.chunk.id));
    expect(some.status).toBe('partial');
    expect(codes(some)).toContain('budget');
  });

  test('an embedder that fails costs the vector legs, not the search, and is never "nothing found" (R9)', async () => {
    const { store } = await openTestEngine();
    const embedder = { calibration: undefined, embed: () => Promise.reject(new Error('down')) };
    const found = await retrieve({ store, embedder, indexedPassages: 10 }, { text: 'digital twin', limit: 3 });
    expect(found.status).toBe('partial');
    expect(found.hits[0]!.chunk.heading).toBe('What is a digital twin');
    expect(found.vector).toBeUndefined();
    const nothing = await retrieve({ store, embedder, indexedPassages: 10 }, { text: 'zyzzyva', limit: 3 });
    expect(nothing).toMatchObject({ hits: [], status: 'partial' });
  });

  test('gives the vector of the question and says how many passages were ranked', async () => {
    const { engine, store } = await openTestEngine();
    const found = await engine.search({ text: 'digital twin', limit: 2 });
    expect(found.vector).toHaveLength((await store.info())!.space.dimensions);
    expect(found.candidates).toBeGreaterThan(found.hits.length);
  });
});

describe('a threshold of similarity (R8)', () => {
  const text = 'the driver of the arm and its joints';

  test('keeps exactly what reaches it, in the order it had, before the limit is applied', async () => {
    const { engine } = await openTestEngine();
    const all = await engine.search({ text, limit: 100 });
    const values = all.hits.map((hit) => hit.similarity);
    expect(new Set(values).size).toBeGreaterThan(5);
    // A passage of low rank and high similarity moves up if those before it are dropped.
    for (const minSimilarity of values) {
      const expected = all.hits.filter((hit) => hit.similarity >= minSimilarity).map((hit) => hit.chunk.id);
      for (const limit of [2, 100]) {
        const { hits } = await engine.search({ text, limit, minSimilarity });
        expect(hits.map((hit) => hit.chunk.id)).toEqual(expected.slice(0, limit));
      }
    }
  });

  test('says how many candidates it left out and how near the best of them came', async () => {
    const { engine } = await openTestEngine();
    const all = await engine.search({ text, limit: 100 });
    const values = all.hits.map((hit) => hit.similarity).sort((a, b) => b - a);
    const found = await engine.search({ text, limit: 100, minSimilarity: values[0]! });
    expect(found.status).toBe('success');
    expect(found.belowThreshold).toEqual([]);
    expect(found.warnings).toEqual([
      {
        code: 'below_threshold',
        text: `${all.candidates - 1} of ${all.candidates} candidates are less similar to the question than ${values[0]}; the best of them has ${values[1]}`,
      },
    ]);
  });

  test('that nothing reaches gives no match, and the nearest sections to look at', async () => {
    const { engine } = await openTestEngine();
    const found = await engine.search({ text, limit: 3, minSimilarity: 1 });
    expect(found).toMatchObject({ hits: [], status: 'no_matches' });
    expect(found.belowThreshold.length).toBeGreaterThan(0);
    expect(found.belowThreshold.every((hit) => hit.similarity < 1)).toBe(true);
    expect(codes(found)).toContain('below_threshold');
  });

  test('is judged by the words of a question while the embedder fails, as partial (R8, R9)', async () => {
    const { store } = await openTestEngine();
    const embedder = { calibration: undefined, embed: () => Promise.reject(new Error('down')) };
    const context = { store, embedder, indexedPassages: 10 };
    const asked = { mostSimilar: true } as const;
    const all = await retrieve(context, { text: 'digital twin overlord', limit: 10, ...asked, minSimilarity: 0 });
    const shares = all.hits.map(({ similarity }) => similarity);
    expect(shares.every((share) => share > 0 && share < 1)).toBe(true);
    const least = Math.max(...shares);
    const some = await retrieve(context, { text: 'digital twin overlord', limit: 10, ...asked, minSimilarity: least });
    expect(some.hits).toEqual(all.hits.filter(({ similarity }) => similarity >= least));
    const none = await retrieve(context, { text: 'digital twin overlord', limit: 3, ...asked, minSimilarity: 1 });
    expect(none).toMatchObject({ hits: [], status: 'partial' });
    expect(none.belowThreshold.length).toBeGreaterThan(0);
    expect(codes(none)).toEqual(['vector_leg_missing', 'below_threshold']);
  });

  test.each(['ABORTED', 'INDEX_MISMATCH'] as const)('ends where the embedder says %s', async (code) => {
    const { store } = await openTestEngine();
    const embedder = { calibration: undefined, embed: () => Promise.reject(new IbidError(code, 'No.')) };
    await expect(retrieve({ store, embedder, indexedPassages: 10 }, { text, limit: 3 })).rejects.toMatchObject({
      code,
    });
  });

  test('a limit takes the most similar where that is asked, in the order of their rank (R8)', async () => {
    const { engine } = await openTestEngine();
    const all = await engine.search({ text, limit: 20 });
    for (const limit of [1, 2, 4]) {
      const { hits } = await engine.search({ text, limit, mostSimilar: true });
      const similarities = all.hits.map(({ similarity }) => similarity).sort((a, b) => b - a);
      expect(hits.map(({ similarity }) => similarity).sort((a, b) => b - a)).toEqual(similarities.slice(0, limit));
      expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
    }
  });

  test('leaves the evidence that answering is judged by as it was', async () => {
    const { engine } = await openTestEngine();
    const all = await engine.search({ text, limit: 10 });
    const some = await engine.search({ text, limit: 10, minSimilarity: all.hits[0]!.similarity });
    expect(some.hits[0]!.chunk.id).toBe(all.hits[0]!.chunk.id);
    expect(some.evidence).toEqual(all.evidence);
  });
});
