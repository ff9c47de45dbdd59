import * as fc from 'fast-check';
import type { Chunk, IndexedChunk, IndexedPage } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';
import type { Payload } from './client/qdrant-calls.ts';
import { decodePage, encodePage, pageInfoOf } from './content/page-codec.ts';
import { chunkOf, passagePayload } from './passage-codec.ts';

/** Any UTF-16 units, halves of pairs among them. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ max: 0xff_ff }).map((unit) => String.fromCharCode(unit)) }),
);
const count = fc.nat(50);
const counts = fc
  .uniqueArray(fc.tuple(text, fc.integer({ min: 1, max: 9 })), { selector: ([term]) => term })
  .map((list) => new Map(list));

const chunk: fc.Arbitrary<Chunk> = fc.record({
  id: fc.stringMatching(/^[0-9a-f]{64}$/),
  url: fc.constant('https://docs.example.org/a'),
  title: text,
  heading: text,
  headings: fc.array(text),
  anchor: text,
  text,
  start: count,
  end: count,
  lead: text,
  spans: fc.array(
    fc.record({
      kind: fc.constantFrom('paragraph', 'code', 'row'),
      start: count,
      end: count,
      group: count,
      ordinal: count,
      language: text,
      depth: count,
    }),
  ),
  marks: fc.array(fc.record({ kind: fc.constantFrom('code', 'link', 'sup'), start: count, end: count, href: text })),
  index: count,
  indexInSection: count,
  indexInPage: count,
  chunksInPage: count,
  tokens: count,
  sourceFile: text,
  locale: text,
  version: text,
  module: text,
});
const indexed: fc.Arbitrary<IndexedChunk> = fc.record({
  chunk,
  terms: fc.record({ title: counts, headings: counts, body: counts }),
});

/** What is left of a payload after its way over the wire to a server that takes only well-formed text. */
function sent<T extends object>(payload: T): Payload {
  const json = JSON.stringify(payload);
  expect(JSON.parse(json.toWellFormed())).toEqual(payload);
  expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
  return JSON.parse(json) as Payload;
}

describe('what is written into Qdrant', () => {
  test('gives any chunk back as it was', () => {
    fc.assert(
      fc.property(indexed, fc.nat(), (one, from) => {
        expect(chunkOf(sent(passagePayload(one, from)))).toEqual(one.chunk);
      }),
    );
  });

  test('gives any page back as it was', () => {
    const page: fc.Arbitrary<IndexedPage> = fc.record({
      url: fc.constant('https://docs.example.org/a'),
      title: text,
      revision: text,
      sourceFile: text,
      text,
      chunks: fc.array(indexed, { maxLength: 4 }),
      diagnostics: fc.array(
        fc.record({ severity: fc.constant('info'), rule: fc.constant('test:note'), message: text, page: text }),
        { maxLength: 2 },
      ),
    });
    fc.assert(
      fc.property(page, fc.nat(), (one, from) => {
        const { content, parts } = encodePage(one, from, [1]);
        const payload = sent(content);
        expect(decodePage(one.url, String(payload['body']) + parts.join(''))).toEqual(one);
        const { url, title, revision, sourceFile } = one;
        expect(pageInfoOf(payload)).toMatchObject({ url, title, revision, sourceFile, chunks: one.chunks.length });
      }),
    );
  });

  test('a passage of an earlier version has no marks, and stands in no list', () => {
    const { marks, spans } = chunkOf({ headings: [], spans: [['paragraph', 0, 9, 0, 0, '']], text: 'Its text.' });
    expect(marks).toEqual([]);
    expect(spans).toEqual([{ kind: 'paragraph', start: 0, end: 9, group: 0, ordinal: 0, language: '', depth: 0 }]);
  });

  test('has the six fields of contract C4 as they are', () => {
    const one: Chunk = {
      id: 'a'.repeat(64),
      url: 'https://docs.example.org/a',
      title: 'A page',
      heading: 'A section',
      headings: [],
      anchor: 'a-section',
      text: 'Its text.',
      start: 0,
      end: 9,
      lead: '',
      spans: [],
      marks: [],
      index: 3,
      indexInSection: 2,
      indexInPage: 5,
      chunksInPage: 9,
      tokens: 3,
      sourceFile: 'a.md',
      locale: '',
      version: '',
      module: 'root',
    };
    const terms = { title: new Map(), headings: new Map(), body: new Map([['text', 1]]) };
    expect(passagePayload({ chunk: one, terms }, 1)).toMatchObject({
      text: 'Its text.',
      url: 'https://docs.example.org/a',
      title: 'A page',
      section_heading: 'A section',
      chunk_index: 2,
      chunk_id: 'a'.repeat(64),
    });
  });
});
