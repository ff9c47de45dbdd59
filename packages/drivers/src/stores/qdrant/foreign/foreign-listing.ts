import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FIELDS, pathKey } from '@ibid/core';
import type { Diagnostic, Field } from '@ibid/core/types';
import { termCounts } from '@ibid/core/chunk';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { MOST_FOREIGN_POINTS, tooLarge } from './describe-foreign.ts';
import { foreignChunk, moduleOf } from './foreign-chunk.ts';
import { FOREIGN_FIELDS, foreignPassage, type ForeignPassage } from './foreign-passage.ts';
import { placeInPages, type ListedPassage, type ReadPassage } from './place-in-pages.ts';

/**
 * What a foreign collection held when it was read, without its texts and vectors. It has no order of passages and no counts of words, so all
 * of it is read at once. Says where things are and how rare words are; what is cited is read anew.
 */
export interface ForeignListing {
  /** The same for equal listings, another one (all but surely) for others. Far beyond those of indexes of ours, and within 31 bits. */
  readonly generation: number;
  readonly passages: number;
  /** In order of URL; each page's passages in page order. */
  readonly pages: ReadonlyMap<string, readonly ListedPassage[]>;
  /** URLs by `pathKey` and by module, in their order. */
  readonly byPath: ReadonlyMap<string, readonly string[]>;
  readonly byModule: ReadonlyMap<string, readonly string[]>;
  readonly byId: ReadonlyMap<string, ListedPassage>;
  /** By point id as a string. */
  readonly byPoint: ReadonlyMap<string, ListedPassage>;
  /** Points that nothing can be cited from, as strings: without URL or text, or with the chunk id of another. */
  readonly unusable: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
  /** Of words in the first `counted` passages. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly averages: Readonly<Record<Field, number>>;
  readonly counted: number;
}

/** Beyond this, how rare words are is judged by so many passages. */
const MOST_COUNTED = 100_000;
const PAGE_SIZE = 256;
/** Passages after which others have their turn. */
const AT_ONCE = 10_000;

/**
 * Reads with nobody's signal: others may wait for the same listing. Takes time in proportion to what is there, and lets others have their
 * turn. Rejects with `UNSUPPORTED` beyond `MOST_FOREIGN_POINTS`.
 */
export async function readForeignListing(calls: QdrantCalls, base: string): Promise<ForeignListing> {
  const read = new Map<string, ReadPassage>();
  const unusable = new Set<string>();
  const problems: Diagnostic[] = [];
  const frequencies = new Map<string, number>();
  const lengths = { title: 0, headings: 0, body: 0 };
  for await (const found of calls.scroll(base, { filter: {}, payload: FOREIGN_FIELDS, pageSize: PAGE_SIZE })) {
    for (const point of found) {
      const passage = foreignPassage(point);
      if (passage === undefined || read.has(passage.id)) {
        unusable.add(String(point.id));
        problems.push(problem(base, point.id, passage?.id));
        continue;
      }
      const { text, ...rest } = passage;
      read.set(passage.id, { point: point.id, passage: rest, length: text.length });
      if (read.size <= MOST_COUNTED) count(passage, frequencies, lengths);
    }
    if (read.size + unusable.size > MOST_FOREIGN_POINTS) throw tooLarge(base, read.size + unusable.size);
    await nextTurn();
  }
  const counted = Math.min(read.size, MOST_COUNTED);
  const pages = await placeInPages(read.values());
  const hash = createHash('sha256');
  const byPath = new Map<string, string[]>();
  const byModule = new Map<string, string[]>();
  const byId = new Map<string, ListedPassage>();
  const byPoint = new Map<string, ListedPassage>();
  for (const [url, passages] of pages) {
    add(byPath, pathKey(url), url);
    add(byModule, moduleOf(url), url);
    for (const listed of passages) {
      hash.update(JSON.stringify([listed.passage, listed.length]));
      byId.set(listed.passage.id, listed);
      byPoint.set(String(listed.point), listed);
      if (byPoint.size % AT_ONCE === 0) await nextTurn();
    }
  }
  return {
    generation: 2 ** 30 + (hash.digest().readUInt32BE() >>> 2),
    passages: read.size,
    pages,
    byPath,
    byModule,
    byId,
    byPoint,
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
  const terms = termCounts(foreignChunk({ passage, ...NOWHERE }, passage.text, 1));
  for (const field of FIELDS) for (const times of terms[field].values()) lengths[field] += times;
  for (const term of new Set(FIELDS.flatMap((field) => [...terms[field].keys()]))) {
    frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
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
