/**
 * A chunk on disk is a JSON array without what its page knows already: the text (a slice of the page's), the URL, the facets,
 * and title and source file where they are the page's own (`0`). Spans and marks are arrays too; files of earlier versions have no marks.
 * JSON keeps every UTF-16 unit, lone
 * surrogates and NUL included, which SQLite's own text does not.
 */
import type { Chunk, Facets, Mark, MarkKind, Span, SpanKind } from '@ibid/core/types';

/** What the chunks of a page share. */
export interface PageFrame extends Facets {
  readonly url: string;
  readonly title: string;
  readonly sourceFile: string;
  readonly text: string;
}

/** Positions are part of the format: append only. */
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

type StoredSpan = readonly [
  kind: number,
  start: number,
  end: number,
  group: number,
  ordinal: number,
  language: string,
  depth?: number,
];
type StoredMark = readonly [kind: number, start: number, end: number, href?: string];
type StoredPassage = readonly [
  heading: string,
  headings: readonly string[],
  anchor: string,
  start: number,
  end: number,
  lead: string,
  spans: readonly StoredSpan[],
  index: number,
  indexInSection: number,
  indexInPage: number,
  chunksInPage: number,
  tokens: number,
  title: string | 0,
  sourceFile: string | 0,
  marks?: readonly StoredMark[],
];

export function encodePassage(chunk: Chunk, frame: Pick<PageFrame, 'title' | 'sourceFile'>): string {
  const stored: StoredPassage = [
    chunk.heading,
    chunk.headings,
    chunk.anchor,
    chunk.start,
    chunk.end,
    chunk.lead,
    chunk.spans.map((span) => [
      SPAN_KINDS.indexOf(span.kind),
      span.start,
      span.end,
      span.group,
      span.ordinal,
      span.language,
      span.depth,
    ]),
    chunk.index,
    chunk.indexInSection,
    chunk.indexInPage,
    chunk.chunksInPage,
    chunk.tokens,
    chunk.title === frame.title ? 0 : chunk.title,
    chunk.sourceFile === frame.sourceFile ? 0 : chunk.sourceFile,
    chunk.marks.map(encodeMark),
  ];
  return JSON.stringify(stored);
}

export function decodePassage(id: string, body: string, frame: PageFrame): Chunk {
  const [
    heading,
    headings,
    anchor,
    start,
    end,
    lead,
    spans,
    index,
    indexInSection,
    indexInPage,
    chunksInPage,
    tokens,
    title,
    sourceFile,
    marks = [],
  ] = JSON.parse(body) as StoredPassage;
  return {
    id,
    url: frame.url,
    title: title === 0 ? frame.title : title,
    heading,
    headings,
    anchor,
    text: frame.text.slice(start, end),
    start,
    end,
    lead,
    spans: spans.map(decodeSpan),
    marks: marks.map(decodeMark),
    index,
    indexInSection,
    indexInPage,
    chunksInPage,
    tokens,
    sourceFile: sourceFile === 0 ? frame.sourceFile : sourceFile,
    locale: frame.locale,
    version: frame.version,
    module: frame.module,
  };
}

function decodeSpan([kind, start, end, group, ordinal, language, depth = 0]: StoredSpan): Span {
  return { kind: SPAN_KINDS[kind] ?? 'paragraph', start, end, group, ordinal, language, depth };
}

function encodeMark({ kind, start, end, href }: Mark): StoredMark {
  return href === '' ? [MARK_KINDS.indexOf(kind), start, end] : [MARK_KINDS.indexOf(kind), start, end, href];
}

function decodeMark([kind, start, end, href = '']: StoredMark): Mark {
  return { kind: MARK_KINDS[kind] ?? 'code', start, end, href };
}
