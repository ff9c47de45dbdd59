/**
 * A second implementation of the retrieval formulas, written for readability: results of a store must equal it. It shares no code
 * with the stores, not even the constants.
 */
import type {
  Candidate,
  EmbeddingSpace,
  IndexedPage,
  Leg,
  LegQuery,
  LegRange,
  LegResult,
  PageVectors,
} from '@ibid/core/types';
import { pathKey, sectionKey } from '@ibid/core';

export interface NaiveGeneration {
  readonly generation: number;
  readonly space: EmbeddingSpace;
  readonly pages: readonly { readonly page: IndexedPage; readonly vectors: PageVectors }[];
}

const LEGS: readonly Leg[] = ['text', 'vector', 'page', 'pageText'];
type Field = 'title' | 'headings' | 'body';
const FIELD_WEIGHTS: readonly (readonly [Field, number])[] = [
  ['title', 2],
  ['headings', 2],
  ['body', 1],
];

function inBodies(chunks: IndexedPage['chunks'], term: string): number {
  return chunks.reduce((sum, { terms }) => sum + (terms.body.get(term) ?? 0), 0);
}

function bodyLength(chunks: IndexedPage['chunks']): number {
  return chunks.reduce(
    (sum, { terms }) => sum + [...terms.body.values()].reduce((total, times) => total + times, 0),
    0,
  );
}

export function naiveSearch(generation: NaiveGeneration, query: LegQuery): LegResult {
  const all = generation.pages.flatMap(({ page, vectors }) =>
    page.chunks.map((indexed, i) => ({
      ...indexed,
      owner: page,
      d: vectors.passages[i]!,
      h: vectors.headings[i]!,
      siblings: vectors.passages,
    })),
  );
  type Passage = (typeof all)[number];

  const length = ({ terms }: Passage, field: Field): number => {
    let sum = 0;
    for (const times of terms[field].values()) sum += times;
    return sum;
  };
  const average = new Map(
    FIELD_WEIGHTS.map(([field]) => [field, all.reduce((sum, passage) => sum + length(passage, field), 0) / all.length]),
  );
  const idf = query.terms.map(({ term }) => {
    const having = all.filter(({ terms }) => terms.title.has(term) || terms.headings.has(term) || terms.body.has(term));
    return Math.log(1 + (all.length - having.length + 0.5) / (having.length + 0.5));
  });

  const text = (passage: Passage): number => {
    let score = 0;
    for (const [i, { term, count }] of query.terms.entries()) {
      let frequency = 0;
      for (const [field, weight] of FIELD_WEIGHTS) {
        const times = passage.terms[field].get(term) ?? 0;
        if (times > 0) frequency += (weight * times) / (0.25 + (0.75 * length(passage, field)) / average.get(field)!);
      }
      score += (count * idf[i]! * frequency * 2.2) / (frequency + 1.2);
    }
    return score;
  };
  const owners = generation.pages.map(({ page: { chunks } }) => chunks).filter((chunks) => chunks.length > 0);
  const averageBody = owners.reduce((sum, chunks) => sum + bodyLength(chunks), 0) / owners.length;
  const pageIdf = query.terms.map(({ term }) => {
    const having = owners.filter((chunks) => inBodies(chunks, term) > 0).length;
    return Math.log(1 + (owners.length - having + 0.5) / (having + 0.5));
  });
  const pageText = ({ owner: { chunks } }: Passage): number => {
    let score = 0;
    for (const [i, { term, count }] of query.terms.entries()) {
      const times = inBodies(chunks, term);
      const norm = 1.2 * (0.25 + (0.75 * bodyLength(chunks)) / averageBody);
      if (times > 0) score += (count * pageIdf[i]! * times * 2.2) / (times + norm);
    }
    return score;
  };
  const cosine = (vector: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += (query.vector?.[i] ?? 0) * vector[i]!;
    return sum;
  };
  const page = ({ siblings }: Passage): number => {
    const sum = Array.from({ length: generation.space.dimensions }, (_, i) => siblings.reduce((s, d) => s + d[i]!, 0));
    const norm = Math.max(1e-9, Math.sqrt(sum.reduce((s, x) => s + x * x, 0)));
    return cosine(sum.map((x) => x / norm));
  };
  const passes = ({ chunk }: Passage): boolean => {
    const { locale, version, module, paths, sections } = query.where ?? {};
    if (locale !== undefined && chunk.locale !== '' && chunk.locale !== locale) return false;
    if (version !== undefined && chunk.version !== '' && chunk.version !== version) return false;
    if (module !== undefined && chunk.module !== module) return false;
    if (paths !== undefined && !paths.includes(pathKey(chunk.url))) return false;
    if (sections === undefined) return true;
    return [chunk.heading, chunk.anchor].some((name) => name !== '' && sections.includes(sectionKey(name)));
  };

  const scored = all.filter(passes).map((passage): Candidate => {
    const similarity = cosine(passage.d);
    const { id, url } = passage.chunk;
    return {
      id,
      url,
      text: text(passage),
      vector: similarity + 0.5 * cosine(passage.h),
      page: page(passage),
      pageText: pageText(passage),
      similarity,
    };
  });
  const leg = (name: Leg): Candidate[] =>
    scored.toSorted((a, b) => b[name] - a[name] || (a.id < b.id ? -1 : 1)).slice(0, query.limit);
  const range = (name: Leg): LegRange => {
    const best = leg(name);
    return { hi: best[0]?.[name] ?? 0, lo: best.at(-1)?.[name] ?? 0 };
  };
  const offered = [
    ...leg('text').filter((candidate) => candidate.text > 0),
    ...(query.vector === undefined ? [] : [...leg('vector'), ...leg('page')]),
  ];
  return {
    candidates: [...new Set(offered)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    text: range('text'),
    vector: range('vector'),
    page: range('page'),
    pageText: range('pageText'),
    passages: scored.length,
    pages: new Set(scored.map(({ url }) => url)).size,
    idf,
    generation: generation.generation,
  };
}

/**
 * Describes the differences between two results; empty if they are equal. Scores may differ by `tolerance`. A passage may be
 * missing on one side only if it ties with the last place of a leg.
 */
export function legDifferences(actual: LegResult, expected: LegResult, tolerance = 1e-4): string[] {
  const differences: string[] = [];
  const compare = (what: string, a: number, b: number): void => {
    if (!(Math.abs(a - b) <= tolerance)) differences.push(`${what}: ${a} instead of ${b}`);
  };
  for (const name of ['passages', 'pages', 'generation'] as const) {
    if (actual[name] !== expected[name]) differences.push(`${name}: ${actual[name]} instead of ${expected[name]}`);
  }
  if (actual.idf.length !== expected.idf.length) differences.push(`idf: ${actual.idf.length} values`);
  for (const [i, value] of expected.idf.entries()) compare(`idf ${i}`, actual.idf[i] ?? Number.NaN, value);
  for (const leg of LEGS) {
    compare(`best of ${leg}`, actual[leg].hi, expected[leg].hi);
    compare(`last of ${leg}`, actual[leg].lo, expected[leg].lo);
  }
  const others = new Map(expected.candidates.map((candidate) => [candidate.id, candidate]));
  for (const candidate of actual.candidates) {
    const other = others.get(candidate.id);
    others.delete(candidate.id);
    if (other === undefined) differences.push(...unexplained('unexpected', candidate, expected, tolerance));
    else {
      if (candidate.url !== other.url) differences.push(`${candidate.id}: URL ${candidate.url}`);
      for (const name of [...LEGS, 'similarity'] as const)
        compare(`${candidate.id} ${name}`, candidate[name], other[name]);
    }
  }
  for (const candidate of others.values()) differences.push(...unexplained('missing', candidate, expected, tolerance));
  const ids = actual.candidates.map(({ id }) => id);
  if (ids.some((id, i) => i > 0 && ids[i - 1]! >= id)) differences.push('candidates are not in order of id');
  return differences;
}

function unexplained(what: string, candidate: Candidate, expected: LegResult, tolerance: number): string[] {
  const tied = LEGS.slice(0, 3).some((leg) => Math.abs(candidate[leg] - expected[leg].lo) <= tolerance);
  return tied ? [] : [`${what}: ${candidate.id} of ${candidate.url}`];
}
