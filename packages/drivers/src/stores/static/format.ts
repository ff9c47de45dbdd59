/**
 * An index as static files, for a plain file host. `index.json` lists the other files, which are gzipped JSON, named after their content and
 * never changed. A question reads the manifest, the head, the words, the postings of its terms and the pages of its passages.
 */
import { IbidError } from '@ibid/core';
import type { Chunk, IndexInfo, Mark, MarkKind, Span, SpanKind } from '@ibid/core/types';

/** Increased whenever files of an older layout can no longer be read. */
export const STATIC_FORMAT = 1;
export const MANIFEST = 'index.json';

export interface StaticManifest {
  readonly format: typeof STATIC_FORMAT;
  readonly info: Omit<IndexInfo, 'space'>;
  /** True if browsers store all files of the index once the reader has opened the panel. */
  readonly offline?: true;
  /** True if a model on the reader's device, if there is one, chooses the passage that answers. */
  readonly deviceModel?: true;
  /** Address, or path on the origin of the site, that receives readers' ratings of answers; without it ratings are not collected. */
  readonly feedback?: string;
  /** File names of `StaticHead`, `StaticWords` and `StaticSections`. */
  readonly head: string;
  readonly words: string;
  readonly sections: string;
}

/** All pages by URL, and their passages as slots in page order. Lists are parallel. */
export interface StaticHead {
  readonly pages: {
    readonly url: readonly string[];
    readonly title: readonly string[];
    readonly locale: readonly string[];
    readonly version: readonly string[];
    readonly module: readonly string[];
    /** Number of passages of the page. */
    readonly chunks: readonly number[];
    /** Index of the page's file in `files`. */
    readonly file: readonly number[];
  };
  /** Names of files, each with a `StaticPage[]`; pages are in order. */
  readonly files: readonly string[];
  /** Token counts in the fields of each slot. */
  readonly lengths: {
    readonly title: readonly number[];
    readonly headings: readonly number[];
    readonly body: readonly number[];
  };
  /** Position of each slot in the order of chunk ids. */
  readonly rank: readonly number[];
}

export interface StaticWords {
  /** Every token, one per line, sorted by UTF-16 units. */
  readonly tokens: string;
  /** Number of passages that contain each token. */
  readonly passages: readonly number[];
  /** Names of files, each with a `StaticPostings[]`, tokens in order; `firsts` has the number of the first token of each file. */
  readonly files: readonly string[];
  readonly firsts: readonly number[];
}

/** Slots that contain a token, each as the difference to the slot before, and the token's counts in each field; 0 for a field without it. */
export type StaticPostings = readonly [
  gaps: readonly number[],
  title: readonly number[] | 0,
  headings: readonly number[] | 0,
  body: readonly number[] | 0,
];

/** Keys of heading and anchor, by page and passage. */
export type StaticSections = readonly (readonly (readonly [heading: string, anchor: string])[])[];

export interface StaticPage {
  readonly url: string;
  readonly title: string;
  readonly revision: string;
  readonly sourceFile: string;
  readonly text: string;
  readonly chunks: readonly StaticChunk[];
}

type StaticChunk = readonly [
  heading: string,
  headings: readonly string[],
  anchor: string,
  start: number,
  end: number,
  lead: string,
  index: number,
  indexInSection: number,
  tokens: number,
  spans: readonly (readonly [number, number, number, number, number, string, number])[],
  marks: readonly (readonly [number, number, number, string])[],
];

const SPAN_KINDS: readonly SpanKind[] = [
  'paragraph',
  'item',
  'code',
  'row',
  'header',
  'label',
  'math',
  'image',
  'quote',
];
const MARK_KINDS: readonly MarkKind[] = ['code', 'strong', 'emphasis', 'strike', 'sub', 'sup', 'math', 'link'];

/** Leaves out everything that can be derived from the page: ids, texts, positions. */
export function packChunk(chunk: Chunk): StaticChunk {
  const { heading, headings, anchor, start, end, lead, index, indexInSection, tokens, spans, marks } = chunk;
  return [
    heading,
    headings,
    anchor,
    start,
    end,
    lead,
    index,
    indexInSection,
    tokens,
    spans.map((span) => [
      SPAN_KINDS.indexOf(span.kind),
      span.start,
      span.end - span.start,
      span.group,
      span.ordinal,
      span.language,
      span.depth,
    ]),
    marks.map((mark) => [MARK_KINDS.indexOf(mark.kind), mark.start, mark.end - mark.start, mark.href]),
  ];
}

/** Restores the passage at `indexInPage`, with the id that `idOf` returns. */
export function unpackChunk(
  page: StaticPage,
  indexInPage: number,
  facets: Pick<Chunk, 'locale' | 'version' | 'module'>,
  idOf: (url: string, heading: string, index: number) => string,
): Chunk {
  const [heading, headings, anchor, start, end, lead, index, indexInSection, tokens, spans, marks] =
    page.chunks[indexInPage]!;
  return {
    id: idOf(page.url, heading, index),
    url: page.url,
    title: page.title,
    heading,
    headings,
    anchor,
    text: page.text.slice(start, end),
    start,
    end,
    lead,
    spans: spans.map(([kind, from, length, group, ordinal, language, depth]): Span => {
      return { kind: SPAN_KINDS[kind]!, start: from, end: from + length, group, ordinal, language, depth };
    }),
    marks: marks.map(([kind, from, length, href]): Mark => {
      return { kind: MARK_KINDS[kind]!, start: from, end: from + length, href };
    }),
    index,
    indexInSection,
    indexInPage,
    chunksInPage: page.chunks.length,
    tokens,
    sourceFile: page.sourceFile,
    locale: facets.locale,
    version: facets.version,
    module: facets.module,
  };
}

/** Decodes the JSON of a file, gzipped or not, because some hosts unpack gzip while sending. Rejects with `INDEX_DAMAGED`. */
export async function decodeFile<T>(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<T> {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const stream = isPacked
      ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
      : new Blob([bytes]).stream();
    return (await new Response(stream).json()) as T;
  } catch (error) {
    throw new IbidError('INDEX_DAMAGED', `\`${name}\` of the static index cannot be read. Publish the site again.`, {
      cause: error,
    });
  }
}
