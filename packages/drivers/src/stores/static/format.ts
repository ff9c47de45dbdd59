/**
 * An index as static files, for a host that only hands out files. `index.json` names the others, which are JSON in gzip, named by their
 * content and never changed. A question reads the manifest, the head, the words, the postings of its terms and the pages of its passages.
 */
import { IbidError } from '@ibid/core';
import type { Chunk, IndexInfo, Mark, MarkKind, Span, SpanKind } from '@ibid/core/types';

/** Raised whenever files of an older layout can no longer be read. */
export const STATIC_FORMAT = 1;
export const MANIFEST = 'index.json';

export interface StaticManifest {
  readonly format: typeof STATIC_FORMAT;
  readonly info: Omit<IndexInfo, 'space'>;
  /** Browsers keep all files of the index once somebody has opened the panel. */
  readonly offline?: true;
  /** A model on the reader's device, where there is one, chooses the passage that answers. */
  readonly deviceModel?: true;
  /** Address, or path on the origin of the site, that takes what readers think of answers; without it nobody does. */
  readonly feedback?: string;
  /** Names of files: `StaticHead`, `StaticWords` and `StaticSections`. */
  readonly head: string;
  readonly words: string;
  readonly sections: string;
}

/** All pages by URL, and their passages: slots, in page order. Lists run parallel. */
export interface StaticHead {
  readonly pages: {
    readonly url: readonly string[];
    readonly title: readonly string[];
    readonly locale: readonly string[];
    readonly version: readonly string[];
    readonly module: readonly string[];
    /** Passages of the page. */
    readonly chunks: readonly number[];
    /** Number of its file in `files`. */
    readonly file: readonly number[];
  };
  /** Names of files: `StaticPage[]` each, pages in order. */
  readonly files: readonly string[];
  /** Tokens in the fields of each slot. */
  readonly lengths: {
    readonly title: readonly number[];
    readonly headings: readonly number[];
    readonly body: readonly number[];
  };
  /** Place of each slot in the order of chunk ids. */
  readonly rank: readonly number[];
}

export interface StaticWords {
  /** Every token, sorted by UTF-16 units, one a line. */
  readonly tokens: string;
  /** Passages that hold each. */
  readonly passages: readonly number[];
  /** Names of files: `StaticPostings[]` each, tokens in order, and the number of the first token of each. */
  readonly files: readonly string[];
  readonly firsts: readonly number[];
}

/** Slots that hold a token, each as the distance from the one before, and how often it stands in each field; 0 for a field where it never does. */
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

/** What can be worked out from the page is left out: ids, texts, places. */
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

/** The passage at `indexInPage`, with the id that `idOf` gives it. */
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

/** The JSON of a file. A host that unpacks gzip on the way has handed out the JSON itself. Rejects with `INDEX_DAMAGED`. */
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
