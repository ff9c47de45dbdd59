/**
 * The form in which a page is sent to the index thread: rows ready to bind, because strings pass between threads faster than objects.
 */
import type { Chunk, Diagnostic, Facets, IndexedPage, Mark, Span } from '@ibid/core/types';
import { type PackedTerms, packTerms } from './codecs.ts';
import type { FilterKeys } from '../text-legs.ts';

/** The JSON in `page.body`. */
export type PageBody = readonly [title: string, sourceFile: string, locale: string, version: string, module: string];
/** The JSON in `page_text.body`. */
export type TextBody = readonly [text: string, diagnostics: readonly Diagnostic[]];

export interface PageRows extends PackedTerms {
  readonly url: string;
  readonly revision: string;
  /** JSON of a `PageBody`, a `TextBody` and `FilterKeys`. */
  readonly body: string;
  readonly text: string;
  readonly keys: string;
  /** See `encodePassage`. */
  readonly passages: readonly string[];
  /** 32 bytes per passage. */
  readonly ids: Uint8Array;
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

/** Facets of a page without text, which has no chunk to take them from. */
const NOWHERE: Facets = { locale: '', version: '', module: 'root' };

export function encodePage(page: IndexedPage, keys: FilterKeys): PageRows {
  const { locale, version, module } = page.chunks[0]?.chunk ?? NOWHERE;
  return {
    url: page.url,
    revision: page.revision,
    body: JSON.stringify([page.title, page.sourceFile, locale, version, module] satisfies PageBody),
    text: JSON.stringify([page.text, page.diagnostics] satisfies TextBody),
    keys: JSON.stringify(keys),
    passages: page.chunks.map(({ chunk }) => encodePassage(chunk, page)),
    ids: new Uint8Array(Buffer.from(page.chunks.map(({ chunk }) => chunk.id).join(''), 'hex')),
    ...packTerms(page.chunks.map(({ terms }) => terms)),
  };
}

/** The data that the chunks of a page share. */
export interface PageFrame extends Facets {
  readonly url: string;
  readonly title: string;
  readonly sourceFile: string;
  readonly text: string;
}

/**
 * Fields of a stored chunk. A chunk is a JSON array without the data of its page: the text (a slice of the page's text), the URL, the facets,
 * and title and source file if they are the page's own (`0`). Spans and marks are arrays too. Positions are part of the format: append only.
 * JSON keeps every UTF-16 unit, including lone surrogates and NUL, which SQLite's own text does not.
 */
const OWN = [
  'heading',
  'headings',
  'anchor',
  'start',
  'end',
  'lead',
  'index',
  'indexInSection',
  'indexInPage',
  'chunksInPage',
  'tokens',
] as const;
const SPAN = ['kind', 'start', 'end', 'group', 'ordinal', 'language', 'depth'] as const;
const MARK = ['kind', 'start', 'end', 'href'] as const;

type StoredPassage = readonly [
  own: readonly unknown[],
  spans: readonly (readonly unknown[])[],
  marks: readonly (readonly unknown[])[],
  title: string | 0,
  sourceFile: string | 0,
];

export function encodePassage(chunk: Chunk, frame: Pick<PageFrame, 'title' | 'sourceFile'>): string {
  return JSON.stringify([
    valuesOf(chunk, OWN),
    chunk.spans.map((span) => valuesOf(span, SPAN)),
    chunk.marks.map((mark) => valuesOf(mark, MARK)),
    chunk.title === frame.title ? 0 : chunk.title,
    chunk.sourceFile === frame.sourceFile ? 0 : chunk.sourceFile,
  ] satisfies StoredPassage);
}

export function decodePassage(id: string, body: string, frame: PageFrame): Chunk {
  const [values, spans, marks, title, sourceFile] = JSON.parse(body) as StoredPassage;
  const own = withKeys<Pick<Chunk, (typeof OWN)[number]>>(OWN, values);
  const { url, locale, version, module } = frame;
  return {
    id,
    url,
    locale,
    version,
    module,
    ...own,
    text: frame.text.slice(own.start, own.end),
    title: title === 0 ? frame.title : title,
    sourceFile: sourceFile === 0 ? frame.sourceFile : sourceFile,
    spans: spans.map((span) => withKeys<Span>(SPAN, span)),
    marks: marks.map((mark) => withKeys<Mark>(MARK, mark)),
  };
}

/** A page as the thread reads it. */
export interface StoredPage extends Pick<PageRows, 'ids' | 'passages'> {
  readonly frame: PageFrame;
}

export function decodeChunks({ frame, ids, passages }: StoredPage): Chunk[] {
  const hex = Buffer.from(ids).toString('hex');
  return passages.map((body, position) => decodePassage(hex.slice(64 * position, 64 * position + 64), body, frame));
}

function valuesOf<T>(record: T, keys: readonly (keyof T)[]): readonly unknown[] {
  return keys.map((key) => record[key]);
}

function withKeys<T>(keys: readonly (keyof T)[], values: readonly unknown[]): T {
  return Object.fromEntries(keys.map((key, i) => [key, values[i]])) as T;
}
