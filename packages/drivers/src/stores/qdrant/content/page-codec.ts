/** A page as its content payload and back: the light fields for lists, the whole page as JSON, deflated. */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { FIELDS, IbidError, pathKey } from '@ibid/core';
import type { IndexedPage, PageInfo, TermCounts } from '@ibid/core/types';
import type { Payload } from '../client/qdrant-calls.ts';
import type { ContentPayload } from '../layout.ts';
import { completeChunk, fieldLengths } from '../passage-codec.ts';

/** Characters of base64 that one point holds. */
export const PART_SIZE: number = 1024 * 1024;

export interface EncodedPage {
  readonly content: ContentPayload;
  /** What follows `content.body`, in order. */
  readonly parts: readonly string[];
}

type StoredTerms = readonly (readonly (readonly [term: string, count: number])[])[];

export function encodePage(page: IndexedPage, from: number, vectors: readonly number[]): EncodedPage {
  const stored = {
    ...page,
    chunks: page.chunks.map(({ chunk, terms }) => ({ chunk, terms: FIELDS.map((field) => [...terms[field]]) })),
  };
  const whole = deflateSync(JSON.stringify(stored)).toString('base64');
  const [body = '', ...parts] = split(whole);
  // A page without text has no chunk that could say where it stands.
  const { locale, version, module } = page.chunks[0]?.chunk ?? { locale: '', version: '', module: 'root' };
  const info: PageInfo = {
    url: page.url,
    revision: page.revision,
    title: page.title,
    sourceFile: page.sourceFile,
    locale,
    version,
    module,
    chunks: page.chunks.length,
  };
  const content: ContentPayload = {
    kind: 'content',
    url: page.url.toWellFormed(),
    path: pathKey(page.url),
    info: JSON.stringify(info),
    chunks: page.chunks.length,
    lengths: totalLengths(page),
    vectors,
    body,
    parts: parts.length,
    stamp: createHash('sha256').update(whole).digest('hex').slice(0, 16),
    from,
  };
  return { content, parts };
}

function split(text: string): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / PART_SIZE) }, (_, i) =>
    text.slice(i * PART_SIZE, (i + 1) * PART_SIZE),
  );
}

function totalLengths({ chunks }: IndexedPage): readonly [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  for (const { terms } of chunks) {
    const [title, headings, body] = fieldLengths(terms);
    sums[0] += title;
    sums[1] += headings;
    sums[2] += body;
  }
  return sums;
}

/** `text` is the body with all its parts. Throws `INDEX_DAMAGED` when it is not what was stored. */
export function decodePage(url: string, text: string): IndexedPage {
  try {
    const stored = JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString()) as IndexedPage & {
      readonly chunks: readonly { readonly terms: unknown }[];
    };
    return {
      ...stored,
      chunks: stored.chunks.map(({ chunk, terms }) => ({
        chunk: completeChunk(chunk),
        terms: termCounts(terms as unknown as StoredTerms),
      })),
    };
  } catch (error) {
    throw new IbidError('INDEX_DAMAGED', `The content of \`${url}\` cannot be read; index again with \`--fresh\``, {
      cause: error,
    });
  }
}

function termCounts([title = [], headings = [], body = []]: StoredTerms): TermCounts {
  return { title: new Map(title), headings: new Map(headings), body: new Map(body) };
}

/** What lists show of a page; of the payload of a content point. */
export function pageInfoOf(payload: Payload): PageInfo {
  return JSON.parse((payload as unknown as ContentPayload).info) as PageInfo;
}
