import {
  FIELDS,
  fieldFrequency,
  HEADING_WEIGHT,
  idf,
  pageSaturate,
  pathKey,
  saturate,
  isOfFacets,
  sectionKey,
} from '@ibid/core';
import type {
  Candidate,
  Chunk,
  Field,
  IndexInfo,
  LegQuery,
  LegRange,
  LegResult,
  TermCounts,
  Where,
} from '@ibid/core/types';
import type { StoredPage } from '../memory.ts';

/** One passage with everything its scores need. */
interface Passage {
  readonly chunk: Chunk;
  readonly terms: TermCounts;
  readonly lengths: Readonly<Record<Field, number>>;
  readonly passage: Float32Array;
  readonly heading: Float32Array;
  /** Mean direction of the page's passages, g = L2(Σ d). */
  readonly page: Float64Array;
  /** Body tokens of the whole page, shared by its passages. */
  readonly pageBody: { readonly counts: ReadonlyMap<string, number>; readonly length: number };
  readonly path: string;
  readonly sections: readonly string[];
}

export interface Searchable {
  readonly generation: number;
  /** By chunk id, in order of chunk id. */
  readonly passages: ReadonlyMap<string, Passage>;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly averages: Readonly<Record<Field, number>>;
  /** Pages with passages, in how many of their bodies each term stands, and their mean body length. */
  readonly pages: {
    readonly count: number;
    readonly frequencies: ReadonlyMap<string, number>;
    readonly average: number;
  };
}

export function searchable(info: IndexInfo, pages: readonly StoredPage[]): Searchable {
  const passages = pages
    .flatMap((stored) => pagePassages(stored, info.space))
    .sort((a, b) => (a.chunk.id < b.chunk.id ? -1 : 1));
  const frequencies = new Map<string, number>();
  for (const { terms } of passages) {
    const distinct = new Set(FIELDS.flatMap((field) => [...terms[field].keys()]));
    for (const term of distinct) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const average = (field: Field): number =>
    passages.reduce((sum, { lengths }) => sum + lengths[field], 0) / Math.max(1, passages.length);
  return {
    generation: info.generation,
    passages: new Map(passages.map((passage) => [passage.chunk.id, passage])),
    frequencies,
    averages: { title: average('title'), headings: average('headings'), body: average('body') },
    pages: pageStatistics(passages),
  };
}

function pageStatistics(passages: readonly Passage[]): Searchable['pages'] {
  const bodies = new Set(passages.map((passage) => passage.pageBody));
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const body of bodies) {
    length += body.length;
    for (const term of body.counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return { count: bodies.size, frequencies, average: length / Math.max(1, bodies.size) };
}

function pagePassages({ page, vectors }: StoredPage, space: { id: string; dimensions: number }): Passage[] {
  const own = vectors.get(space.id);
  if (own === undefined) return [];
  const mean = new Float64Array(space.dimensions);
  for (const vector of own.passages) for (const [i, value] of vector.entries()) mean[i] = mean[i]! + value;
  const length = Math.max(Math.hypot(...mean), 1e-9);
  const direction = mean.map((value) => value / length);
  const counts = new Map<string, number>();
  for (const { terms } of page.chunks) {
    for (const [term, count] of terms.body) counts.set(term, (counts.get(term) ?? 0) + count);
  }
  const pageBody = { counts, length: total(counts) };
  return page.chunks.map(({ chunk, terms }, i) => ({
    chunk,
    terms,
    lengths: { title: total(terms.title), headings: total(terms.headings), body: total(terms.body) },
    passage: own.passages[i]!,
    heading: own.headings[i]!,
    page: direction,
    pageBody,
    path: pathKey(chunk.url),
    sections: [sectionKey(chunk.heading), sectionKey(chunk.anchor)],
  }));
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Scores every passage that the filter lets through in every leg, then takes each leg's best. */
export function memorySearch(index: Searchable, query: LegQuery): LegResult {
  const weights = query.terms.map(({ term }) => idf(index.passages.size, index.frequencies.get(term) ?? 0));
  const pageWeights = query.terms.map(({ term }) => idf(index.pages.count, index.pages.frequencies.get(term) ?? 0));
  const scored = [...index.passages.values()]
    .filter((passage) => matches(passage, query.where))
    .map((passage) => score(passage, index, query, weights, pageWeights));

  const legs = {
    text: best(scored, query.limit, (candidate) => candidate.text),
    vector: best(scored, query.limit, (candidate) => candidate.vector),
    page: best(scored, query.limit, (candidate) => candidate.page),
    pageText: best(scored, query.limit, (candidate) => candidate.pageText),
  };
  const candidates = new Set<Candidate>(legs.text.filter((candidate) => candidate.text > 0));
  if (query.vector !== undefined) for (const candidate of [...legs.vector, ...legs.page]) candidates.add(candidate);
  return {
    candidates: [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1)),
    text: range(legs.text.map((candidate) => candidate.text)),
    vector: range(legs.vector.map((candidate) => candidate.vector)),
    page: range(legs.page.map((candidate) => candidate.page)),
    pageText: range(legs.pageText.map((candidate) => candidate.pageText)),
    passages: scored.length,
    pages: new Set(scored.map((candidate) => candidate.url)).size,
    idf: weights,
    generation: index.generation,
  };
}

function score(
  { chunk, terms, lengths, passage, heading, page, pageBody }: Passage,
  { averages, pages }: Searchable,
  query: LegQuery,
  weights: readonly number[],
  pageWeights: readonly number[],
): Candidate {
  const text = query.terms.reduce((sum, { term, count }, i) => {
    const frequency = FIELDS.reduce(
      (part, field) => part + fieldFrequency(field, terms[field].get(term) ?? 0, lengths[field], averages[field]),
      0,
    );
    return sum + count * weights[i]! * saturate(frequency);
  }, 0);
  const pageText = query.terms.reduce((sum, { term, count }, i) => {
    const held = pageBody.counts.get(term) ?? 0;
    return held === 0 ? sum : sum + count * pageWeights[i]! * pageSaturate(held, pageBody.length, pages.average);
  }, 0);
  const similarity = dot(query.vector, passage);
  const vector = similarity + HEADING_WEIGHT * dot(query.vector, heading);
  return { id: chunk.id, url: chunk.url, text, vector, page: dot(query.vector, page), pageText, similarity };
}

function dot(query: Float32Array | undefined, vector: Float32Array | Float64Array): number {
  let sum = 0;
  if (query !== undefined) for (let i = 0; i < vector.length; i++) sum += query[i]! * vector[i]!;
  return sum;
}

/** `scored` comes in order of id, and sorting keeps that order among equals. */
function best(scored: readonly Candidate[], limit: number, leg: (candidate: Candidate) => number): Candidate[] {
  return scored.toSorted((a, b) => leg(b) - leg(a)).slice(0, limit);
}

function range(scores: readonly number[]): LegRange {
  return { hi: scores[0] ?? 0, lo: scores.at(-1) ?? 0 };
}

function matches({ chunk, path, sections }: Passage, where: Where | undefined): boolean {
  if (where === undefined) return true;
  return (
    isOfFacets(chunk, where) &&
    (where.module === undefined || where.module === chunk.module) &&
    (where.paths === undefined || where.paths.includes(path)) &&
    (where.sections === undefined || sections.some((section) => section !== '' && where.sections?.includes(section)))
  );
}
