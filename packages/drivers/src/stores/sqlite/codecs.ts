/**
 * The forward blob: the terms of each passage of a page and their counts by field. All numbers are varints (seven bits per byte,
 * lowest first, high bit set if more follow).
 *
 *     passage*  = number of terms, term*
 *     term      = difference to the passage's previous term id, body count × 4 + flags, [title count], [headings count]
 *     flags     = 1: a title count follows, 2: a headings count follows
 *
 * Most terms are in the body alone and take two or three bytes.
 */
import type { Candidate, Chunk, Diagnostic, IndexedPage, LegResult, TermCounts } from '@ibid/core/types';
import { facetsOf, packChunk, unpackChunk, type PackedChunk, type PageFrame } from '../chunk-codec.ts';
import { distinctTerms, type FilterKeys } from '../text-legs.ts';

export function encodeTerms(passages: readonly TermCounts[], termId: (term: string) => number): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  for (const counts of passages) {
    const { title, headings, body } = counts;
    const terms = Array.from(distinctTerms(counts), (term): [number, string] => [termId(term), term]);
    put(terms.length);
    let previous = 0;
    for (const [id, term] of terms.sort(([a], [b]) => a - b)) {
      const [inTitle, inHeadings] = [title.get(term) ?? 0, headings.get(term) ?? 0];
      put(id - previous);
      put((body.get(term) ?? 0) * 4 + (inTitle > 0 ? 1 : 0) + (inHeadings > 0 ? 2 : 0));
      if (inTitle > 0) put(inTitle);
      if (inHeadings > 0) put(inHeadings);
      previous = id;
    }
  }
  return Uint8Array.from(bytes);
}

/** The terms of one page, decoded into arrays that are reused for the next page. */
export interface PageTerms {
  count: number;
  /** Position in the page of the passage that contains the term. */
  passages: Uint32Array;
  terms: Uint32Array;
  title: Uint32Array;
  headings: Uint32Array;
  body: Uint32Array;
}

export function emptyPageTerms(): PageTerms {
  const empty = new Uint32Array();
  return { count: 0, passages: empty, terms: empty, title: empty, headings: empty, body: empty };
}

/** Decodes a blob into `into`; throws a `RangeError` unless the blob has exactly `passages` passages. */
export function decodeTerms(blob: Uint8Array, passages: number, into: PageTerms): void {
  // A term takes at least two bytes, a passage at least one.
  if (into.terms.length < blob.length) makeRoom(into, blob.length);
  const { passages: owners, terms, title, headings, body } = into;
  let at = 0;
  let count = 0;
  const take = (): number => {
    let value = 0;
    let factor = 1;
    let byte = blob[at++]!;
    while (byte >= 128) {
      value += (byte & 127) * factor;
      factor *= 128;
      byte = blob[at++]!;
    }
    return value + byte * factor;
  };
  for (let passage = 0; passage < passages; passage++) {
    let term = 0;
    for (let left = take(); left > 0; left--) {
      term += take();
      const packed = take();
      owners[count] = passage;
      terms[count] = term;
      title[count] = packed & 1 ? take() : 0;
      headings[count] = packed & 2 ? take() : 0;
      body[count] = packed >>> 2;
      count++;
    }
  }
  if (at !== blob.length) throw new RangeError(`the terms end at byte ${at} of ${blob.length}`);
  into.count = count;
}

function makeRoom(into: PageTerms, length: number): void {
  for (const field of ['passages', 'terms', 'title', 'headings', 'body'] as const)
    into[field] = new Uint32Array(2 * length);
}

/**
 * The vector blob of one page in one space: `2n` float32 scales (passages, then headings), then `2n · dimensions` int16 values in the same
 * order; a component is `value · scale`. Sixteen bits relative to the vector's largest component give cosines within about 3e-6, ten times
 * more accurate than float16 at the same size, and half the size of float32. Numbers are in the byte order of the machine, which is
 * little-endian on the usual platforms of Node.
 */
export interface PageVectorValues {
  /** Scale of passage `i` at `i`, of its heading at `n + i`. */
  readonly scales: Float32Array;
  readonly values: Int16Array;
}

const LARGEST = 32_767;
/** Smaller vectors are stored as zero, because their scale would lose digits in float32 and the values would overflow. */
export const SMALLEST = 1e-30;

export function encodeVectors(passages: readonly Float32Array[], headings: readonly Float32Array[]): Uint8Array {
  const all = [...passages, ...headings];
  const dimensions = all[0]?.length ?? 0;
  const bytes = new ArrayBuffer(all.length * (4 + 2 * dimensions));
  const scales = new Float32Array(bytes, 0, all.length);
  const values = new Int16Array(bytes, 4 * all.length);
  for (const [i, vector] of all.entries()) {
    const size = largest(vector);
    if (size < SMALLEST) continue;
    scales[i] = size / LARGEST;
    const scale = scales[i]!;
    for (let j = 0; j < dimensions; j++) values[i * dimensions + j] = Math.round(vector[j]! / scale);
  }
  return new Uint8Array(bytes);
}

/** Returns views onto the blob if its alignment allows; throws a `RangeError` if its length is wrong. */
export function decodeVectors(blob: Uint8Array, passages: number, dimensions: number): PageVectorValues {
  const count = 2 * passages;
  const expected = count * (4 + 2 * dimensions);
  if (blob.length !== expected) throw new RangeError(`the vectors have ${blob.length} bytes instead of ${expected}`);
  const aligned = blob.byteOffset % 4 === 0 ? blob : blob.slice();
  return {
    scales: new Float32Array(aligned.buffer, aligned.byteOffset, count),
    values: new Int16Array(aligned.buffer, aligned.byteOffset + 4 * count, count * dimensions),
  };
}

/** The largest size of a component. */
export function largest(vector: ArrayLike<number>): number {
  let found = 0;
  for (let i = 0; i < vector.length; i++) found = Math.max(found, Math.abs(vector[i]!));
  return found;
}

/** A search result as the worker sends it: a few arrays, which pass between threads ten times faster than objects. */
export interface PackedResult extends Omit<LegResult, 'candidates'> {
  /** 32 bytes per candidate. */
  readonly ids: Uint8Array;
  readonly urls: readonly string[];
  /** `SCORES` values per candidate: text, vector, page, pageText, similarity. */
  readonly scores: Float64Array;
}

export const SCORES = 5;

export function unpackResult({ ids, urls, scores, ...result }: PackedResult): LegResult {
  const hex = Buffer.from(ids).toString('hex');
  const candidates = urls.map((url, i): Candidate => {
    const [text, vector, page, pageText, similarity] = scores.subarray(SCORES * i) as unknown as Scores;
    return { id: hex.slice(64 * i, 64 * i + 64), url, text, vector, page, pageText, similarity };
  });
  return { candidates, ...result };
}

type Scores = [text: number, vector: number, page: number, pageText: number, similarity: number];

/** The JSON in `page.body`. */
export type PageBody = readonly [title: string, sourceFile: string, locale: string, version: string, module: string];
/** The JSON in `page_text.body`. */
export type TextBody = readonly [text: string, diagnostics: readonly Diagnostic[]];

export interface PageRows {
  readonly url: string;
  readonly revision: string;
  /** JSON of a `PageBody`, a `TextBody` and `FilterKeys`. */
  readonly body: string;
  readonly text: string;
  readonly keys: string;
  /** JSON of a `PackedChunk` each; JSON keeps every UTF-16 unit, including lone surrogates and NUL, which SQLite's own text does not. */
  readonly passages: readonly string[];
  /** 32 bytes per passage. */
  readonly ids: Uint8Array;
  readonly terms: readonly TermCounts[];
}

/** The vectors of a page in one space. */
export interface VectorRows {
  readonly url: string;
  readonly spaceId: string;
  /** Number of passages with vectors. */
  readonly passages: number;
  readonly dimensions: number;
  /** See `encodeVectors`. */
  readonly data: Uint8Array;
}

export function encodePage(page: IndexedPage, keys: FilterKeys): PageRows {
  const { locale, version, module } = facetsOf(page);
  return {
    url: page.url,
    revision: page.revision,
    body: JSON.stringify([page.title, page.sourceFile, locale, version, module] satisfies PageBody),
    text: JSON.stringify([page.text, page.diagnostics] satisfies TextBody),
    keys: JSON.stringify(keys),
    passages: page.chunks.map(({ chunk }) => JSON.stringify(packChunk(chunk, page))),
    ids: new Uint8Array(Buffer.from(page.chunks.map(({ chunk }) => chunk.id).join(''), 'hex')),
    terms: page.chunks.map(({ terms }) => terms),
  };
}

/** A page as the thread reads it. */
export interface StoredPage extends Pick<PageRows, 'ids' | 'passages'> {
  readonly frame: PageFrame;
}

export function decodeChunks({ frame, ids, passages }: StoredPage): Chunk[] {
  const hex = Buffer.from(ids).toString('hex');
  return passages.map((body, at) => {
    return { id: hex.slice(64 * at, 64 * at + 64), ...unpackChunk(JSON.parse(body) as PackedChunk, frame) };
  });
}
