/**
 * The form in which a page is sent to the index thread: rows ready to bind, because strings pass between threads faster than objects.
 */
import type { Chunk, Diagnostic, IndexedPage, TermCounts } from '@ibid/core/types';
import { facetsOf, packChunk, unpackChunk, type PackedChunk, type PageFrame } from '../chunk-codec.ts';
import type { FilterKeys } from '../text-legs.ts';

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
