/**
 * A passage as its payload and back. Strings in payloads are well-formed, because JSON on its way to Qdrant cannot carry a lone
 * surrogate; a chunk that has one stands in `exact` as well, and comes from there.
 */
import { FIELDS, pathKey, sectionKey } from '@ibid/core';
import type { Chunk, IndexedChunk, Mark, Span, TermCounts } from '@ibid/core/types';
import type { Payload } from './client/qdrant-calls.ts';
import { termKey } from './ids.ts';
import type { PassagePayload, TermTriples } from './layout.ts';

type StoredSpan = PassagePayload['spans'][number];
type StoredMark = NonNullable<PassagePayload['marks']>[number];

export function passagePayload({ chunk, terms }: IndexedChunk, from: number): PassagePayload {
  const whole = JSON.stringify(chunk);
  return {
    text: chunk.text.toWellFormed(),
    url: chunk.url.toWellFormed(),
    title: chunk.title.toWellFormed(),
    section_heading: chunk.heading.toWellFormed(),
    chunk_index: chunk.indexInSection,
    chunk_id: chunk.id,
    path: pathKey(chunk.url),
    sections: sectionsOf(chunk),
    locale: chunk.locale.toWellFormed(),
    version: chunk.version.toWellFormed(),
    module: chunk.module.toWellFormed(),
    headings: chunk.headings.map((heading) => heading.toWellFormed()),
    anchor: chunk.anchor.toWellFormed(),
    start: chunk.start,
    end: chunk.end,
    lead: chunk.lead.toWellFormed(),
    spans: chunk.spans.map(({ kind, start, end, group, ordinal, language, depth }) => [
      kind,
      start,
      end,
      group,
      ordinal,
      language.toWellFormed(),
      depth,
    ]),
    marks: chunk.marks.map(({ kind, start, end, href }) => [kind, start, end, href.toWellFormed()]),
    index: chunk.index,
    index_in_page: chunk.indexInPage,
    total_chunks: chunk.chunksInPage,
    token_count: chunk.tokens,
    source_file: chunk.sourceFile.toWellFormed(),
    ...(LONE_SURROGATE.test(whole) ? { exact: whole } : {}),
    lengths: fieldLengths(terms),
    terms: termTriples(terms),
    from,
  };
}

/** How JSON writes a lone surrogate; a backslash before it may make it plain text, and then the chunk is only stored twice. */
const LONE_SURROGATE = /\\ud[89a-f]/;

/** `sectionKey`s by which filters find a chunk. */
export function sectionsOf({ heading, anchor }: Pick<Chunk, 'heading' | 'anchor'>): readonly string[] {
  const keys = [heading, anchor].filter((name) => name !== '').map((name) => sectionKey(name).toWellFormed());
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Tokens of title, headings and body. */
export function fieldLengths(terms: TermCounts): readonly [number, number, number] {
  const [title = 0, headings = 0, body = 0] = FIELDS.map((field) => {
    let sum = 0;
    for (const count of terms[field].values()) sum += count;
    return sum;
  });
  return [title, headings, body];
}

function termTriples(terms: TermCounts): TermTriples {
  const distinct = new Set(FIELDS.flatMap((field) => [...terms[field].keys()]));
  return Object.fromEntries(
    [...distinct].map((term) => [
      termKey(term),
      [terms.title.get(term) ?? 0, terms.headings.get(term) ?? 0, terms.body.get(term) ?? 0],
    ]),
  );
}

/** The chunk that `passagePayload` was given; of a payload that it made. */
export function chunkOf(payload: Payload): Chunk {
  const stored = payload as unknown as PassagePayload;
  if (stored.exact !== undefined) return completeChunk(JSON.parse(stored.exact) as Chunk);
  return {
    id: stored.chunk_id,
    url: stored.url,
    title: stored.title,
    heading: stored.section_heading,
    headings: [...stored.headings],
    anchor: stored.anchor,
    text: stored.text,
    start: stored.start,
    end: stored.end,
    lead: stored.lead,
    spans: stored.spans.map(spanOf),
    marks: (stored.marks ?? []).map(markOf),
    index: stored.index,
    indexInSection: stored.chunk_index,
    indexInPage: stored.index_in_page,
    chunksInPage: stored.total_chunks,
    tokens: stored.token_count,
    sourceFile: stored.source_file,
    locale: stored.locale,
    version: stored.version,
    module: stored.module,
  };
}

/** A chunk that was kept whole: earlier versions of Ibid kept neither marks nor depths. */
export function completeChunk(kept: Chunk): Chunk {
  const { marks = [], spans } = kept as Omit<Chunk, 'marks'> & Partial<Pick<Chunk, 'marks'>>;
  return { ...kept, marks, spans: spans.map((span) => ({ ...span, depth: (span as Partial<Span>).depth ?? 0 })) };
}

function spanOf([kind, start, end, group, ordinal, language, depth = 0]: StoredSpan): Span {
  return { kind: kind as Span['kind'], start, end, group, ordinal, language, depth };
}

function markOf([kind, start, end, href]: StoredMark): Mark {
  return { kind: kind as Mark['kind'], start, end, href };
}
