import { FIELDS, type Diagnostic, type Field } from '@ibid/core';
import { termCounts } from '@ibid/core/chunk';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { foreignChunk, SEPARATOR, type ForeignPlace } from './foreign-chunk.ts';
import { FOREIGN_FIELDS, foreignPassage, type ForeignPassage } from './foreign-passage.ts';

/** A passage as Qdrant and as we know it. */
export interface ListedPassage extends ForeignPlace {
  readonly point: string | number;
}

/**
 * What a foreign collection holds, without its texts and vectors. It has no order of passages and no counts of words, so all of it is
 * read once.
 */
export interface ForeignListing {
  /** Points in the collection when it was read, unusable ones too. */
  readonly points: number;
  readonly passages: number;
  /** In order of URL; each page's passages in page order. */
  readonly pages: ReadonlyMap<string, readonly ListedPassage[]>;
  readonly byId: ReadonlyMap<string, ListedPassage>;
  /** By point id as a string. */
  readonly byPoint: ReadonlyMap<string, ListedPassage>;
  /** Points that nothing can be cited from: without URL or text, or with the chunk id of another. */
  readonly unusable: readonly (string | number)[];
  readonly problems: readonly Diagnostic[];
  /** Of words in the first `counted` passages. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly averages: Readonly<Record<Field, number>>;
  readonly counted: number;
}

interface Read {
  readonly point: string | number;
  readonly passage: Omit<ForeignPassage, 'text'>;
  readonly length: number;
}

/** Beyond this, how rare words are is judged by so many passages. */
const MOST_COUNTED = 100_000;
const PAGE_SIZE = 256;

/** Reads with nobody's signal: others may wait for the same listing. */
export async function readForeignListing(calls: QdrantCalls, base: string): Promise<ForeignListing> {
  const read = new Map<string, Read>();
  const unusable: (string | number)[] = [];
  const problems: Diagnostic[] = [];
  const frequencies = new Map<string, number>();
  const lengths = { title: 0, headings: 0, body: 0 };
  let points = 0;
  for await (const found of calls.scroll(base, { filter: {}, payload: FOREIGN_FIELDS, pageSize: PAGE_SIZE })) {
    for (const point of found) {
      points++;
      const passage = foreignPassage(point);
      if (passage === undefined || read.has(passage.id)) {
        unusable.push(point.id);
        problems.push(problem(base, point.id, passage?.id));
        continue;
      }
      const { text, ...rest } = passage;
      read.set(passage.id, { point: point.id, passage: rest, length: text.length });
      if (read.size <= MOST_COUNTED) count(passage, frequencies, lengths);
    }
  }
  const counted = Math.min(read.size, MOST_COUNTED);
  const pages = placeInPages([...read.values()]);
  const all = [...pages.values()].flat();
  return {
    points,
    passages: all.length,
    pages,
    byId: new Map(all.map((listed) => [listed.passage.id, listed])),
    byPoint: new Map(all.map((listed) => [String(listed.point), listed])),
    unusable,
    problems,
    frequencies,
    averages: {
      title: lengths.title / Math.max(1, counted),
      headings: lengths.headings / Math.max(1, counted),
      body: lengths.body / Math.max(1, counted),
    },
    counted,
  };
}

const NOWHERE = { index: 0, indexInPage: 0, chunksInPage: 1, start: 0 };

function count(passage: ForeignPassage, frequencies: Map<string, number>, lengths: Record<Field, number>): void {
  const terms = termCounts(foreignChunk({ passage, ...NOWHERE }, passage.text));
  for (const field of FIELDS) for (const times of terms[field].values()) lengths[field] += times;
  for (const term of new Set(FIELDS.flatMap((field) => [...terms[field].keys()]))) {
    frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
}

/** Sections stand in the order in which they were met, which is as good as any: points do not say. */
function placeInPages(read: readonly Read[]): ReadonlyMap<string, readonly ListedPassage[]> {
  const pages = new Map<string, Map<string, Read[]>>();
  for (const one of read) {
    const { url, heading } = one.passage;
    const sections = pages.get(url) ?? new Map<string, Read[]>();
    pages.set(url, sections);
    sections.set(heading, [...(sections.get(heading) ?? []), one]);
  }
  const inOrder = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(inOrder.map(([url, sections]) => [url, placeInPage([...sections.values()])]));
}

function placeInPage(sections: readonly (readonly Read[])[]): readonly ListedPassage[] {
  const placed: ListedPassage[] = [];
  const chunksInPage = sections.flat().length;
  let start = 0;
  for (const section of sections) {
    const inOrder = section.toSorted((a, b) => a.passage.indexInSection - b.passage.indexInSection);
    for (const [index, { point, passage, length }] of inOrder.entries()) {
      placed.push({ point, passage, index, indexInPage: placed.length, chunksInPage, start });
      start += length + SEPARATOR.length;
    }
  }
  return placed;
}

function problem(base: string, point: string | number, id: string | undefined): Diagnostic {
  const why = id === undefined ? 'has no `url` or no `text`' : `has the \`chunk_id\` ${id} of another point`;
  return {
    severity: 'warning',
    rule: 'qdrant:foreign-point',
    message: `The point ${point} ${why} and is left out; mend it with the program that wrote it`,
    page: base,
  };
}
